import { Link } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { Section } from '#app/ui/section.tsx'
import type { ShownRelease } from '../rules.ts'
import { statusSentence } from '../words.ts'

/** The other lines, each in its own theme. */
export function OtherLines({ releases }: { releases: readonly ShownRelease[] }) {
  return (
    <Section title="The other lines">
      <div className="sb-others">
        {releases.map((release) => (
          <Link
            key={release.line}
            className="sb-other"
            to={`/small-batch/${release.line}`}
            data-theme={release.line}
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
