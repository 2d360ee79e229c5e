import { Link } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { Section } from '#app/ui/section.tsx'
import type { ReleaseView } from '../rules.ts'
import { statusSentence } from '../words.ts'

/** Other releases, each in its own theme. */
export function OtherReleases({ releases }: { releases: readonly ReleaseView[] }) {
  return (
    <Section title="Other releases">
      <div className="grid gap-6 lg:grid-cols-2">
        {releases.map((release) => (
          <Link
            key={release.slug}
            className="grid items-center overflow-hidden rounded-plate border border-hairline transition-colors duration-normal hover:border-control sm:grid-cols-[116px_minmax(0,1fr)] sm:gap-4 sm:pr-6 lg:grid-cols-[minmax(0,220px)_minmax(0,1fr)] lg:gap-6"
            to={`/small-batch/${release.slug}`}
            data-theme={release.slug}
          >
            <img
              className="size-full object-cover"
              src={release.art.card}
              alt=""
              width={artFrames.card.width}
              height={artFrames.card.height}
              loading="lazy"
            />
            <div className="grid gap-2 p-4 sm:px-0 lg:py-7">
              <h3 className="display text-h1 max-lg:text-3xl">{release.name}</h3>
              <p className="text-muted">{release.summary}</p>
              <p className="text-sm text-muted">{statusSentence(release)}</p>
            </div>
          </Link>
        ))}
      </div>
    </Section>
  )
}
