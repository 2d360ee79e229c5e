import { Link } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { Section } from '#app/ui/section.tsx'
import type { ReleaseView } from '../rules.ts'
import { statusSentence } from '../words.ts'

/** The other lines, each in its own theme. */
export function OtherReleases({ releases }: { releases: readonly ReleaseView[] }) {
  return (
    <Section title="The other lines">
      <div className="sb-others">
        {releases.map((release) => (
          <Link
            key={release.slug}
            className="sb-other"
            to={`/small-batch/${release.slug}`}
            data-theme={release.slug}
          >
            <img
              src={release.art.card}
              alt=""
              width={artFrames.card.width}
              height={artFrames.card.height}
              loading="lazy"
            />
            <div>
              <h3 className="display">{release.name}</h3>
              <p>{release.summary}</p>
              <p className="small">{statusSentence(release)}</p>
            </div>
          </Link>
        ))}
      </div>
    </Section>
  )
}
