import { Link } from 'react-router'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { strokeStates, type ReleaseView, type WindowStatus } from '../../small-batch/rules.ts'
import { statusSentence, statusWords, windowWords } from '../../small-batch/words.ts'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { HomeData } from '../rules/home.ts'

/** The three build windows, each with one stroke per slot. */
export function SmallBatchSpecs({ home: { words, releases } }: { home: HomeData }) {
  if (!releases.length) return null
  return (
    <Section title={words['small-batch'].title} lead={words['small-batch'].lead}>
      <div className="grid gap-6 lg:grid-cols-3">
        {releases.map((release) => (
          <WindowCard key={release.slug} release={release} />
        ))}
      </div>
    </Section>
  )
}

function WindowCard({ release }: { release: ReleaseView }) {
  const { slug, name, summary, status, slots, art } = release
  return (
    <article
      className="group relative flex flex-col overflow-hidden rounded-plate border border-hairline bg-sheet transition-colors duration-normal hover:border-control"
      data-theme={slug}
      aria-labelledby={`window-${slug}`}
    >
      <div className="relative overflow-hidden border-b border-hairline bg-page">
        <img
          className="h-auto w-full transition-[scale] duration-theme ease-out motion-safe:group-has-[h3_a:hover]:scale-104"
          src={art.card}
          alt=""
          width={420}
          height={252}
          loading="lazy"
          decoding="async"
        />
        <p className="absolute top-4 left-4">
          <Badge kind={badges[status]}>{statusWords[status]}</Badge>
        </p>
      </div>
      <div className="flex flex-1 flex-col gap-2 p-6">
        <h3
          className="display flex min-h-16 items-end wrap-anywhere text-display-sm lg:min-h-20"
          id={`window-${slug}`}
        >
          <Link className="after:absolute after:inset-0" to={`/small-batch/${slug}`}>
            {name}
          </Link>
        </h3>
        <p className="text-muted">{summary}</p>
        <dl className="mt-3 mb-4 flex flex-wrap gap-x-7 gap-y-3">
          <div>
            <dt className="mb-1 text-sm text-faint">Window</dt>
            <dd className="font-display text-lg leading-snug">{windowWords(release)}</dd>
          </div>
        </dl>
        <Ticks units={strokeStates(status, slots)} />
        <p className="mb-4 text-sm text-muted">{statusSentence(release)}</p>
        <div className="relative z-1 mt-auto">
          <WaitlistButton label="Join Build Window" about={name} topic={`build-window:${slug}`} block />
        </div>
      </div>
    </article>
  )
}

const badges = { coming_soon: 'soon', open: 'live', full: 'sold', closed: 'archived' } satisfies Record<
  WindowStatus,
  BadgeKind
>
