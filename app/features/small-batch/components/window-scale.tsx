import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { scaleWindows, type ReleaseView } from '../rules.ts'
import { statusPhrases, windowWords } from '../words.ts'

type Props = {
  releases: readonly ReleaseView[]
  now: Date
  /** The day of `now` in words. */
  today: string
}

/** The windows on one time scale, each with one stroke per slot, and a mark for today. */
export function WindowScale({ releases, now, today }: Props) {
  const { spans, now: mark } = scaleWindows(releases, now)
  return (
    <div className="windows-scale relative pb-11" style={{ '--today': mark.toFixed(4) } as CSSProperties}>
      <ol>
        {releases.map((release, index) => {
          const { slug, name, opensAt, opensOn, closesAt, closesOn, status } = release
          const { from = 0, to = 1 } = spans[index] ?? {}
          return (
            <li
              key={slug}
              className="relative grid gap-y-2 border-t border-hairline bg-transparent py-6 lg:grid-cols-[var(--name)_minmax(0,1fr)]"
              data-theme={slug}
              style={{ '--from': share(from), '--to': share(to), '--n': release.totalUnits } as CSSProperties}
            >
              <p className="windows-name grid content-start gap-1 max-lg:z-1 max-lg:justify-self-start max-lg:pr-2 lg:row-span-2">
                <Link
                  className="h4 text-xl text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
                  to={`/small-batch/${slug}`}
                >
                  {name}
                </Link>
                <span className="text-sm text-faint">
                  {windowWords(release)}, {statusPhrases[status]}
                </span>
              </p>
              <div className="windows-span relative h-8" aria-hidden>
                <i />
              </div>
              <p className="windows-days z-1 flex font-display text-base leading-snug text-muted lg:col-start-2">
                <span>
                  <time dateTime={opensAt.toISOString()}>{opensOn}</time> to{' '}
                  <time dateTime={closesAt.toISOString()}>{closesOn}</time>
                </span>
              </p>
            </li>
          )
        })}
      </ol>
      <p className="windows-today">
        <span className="label absolute bottom-0 left-3 whitespace-nowrap text-ink">Today, {today}</span>
      </p>
    </div>
  )
}

function share(part: number): string {
  return `${(part * 100).toFixed(2)}%`
}
