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

/** The windows on one scale of days, each drawn with as many lines as it has slots; today is a mark across all of them. */
export function WindowScale({ releases, now, today }: Props) {
  const { spans, now: mark } = scaleWindows(releases, now)
  return (
    <div className="sb-scale" style={{ '--today': mark.toFixed(4) } as CSSProperties}>
      <ol>
        {releases.map((release, index) => {
          const { slug, name, opensAt, opensOn, closesAt, closesOn, status } = release
          const { from = 0, to = 1 } = spans[index] ?? {}
          return (
            <li
              key={slug}
              data-theme={slug}
              style={{ '--from': share(from), '--to': share(to), '--n': release.totalUnits } as CSSProperties}
            >
              <p>
                <Link className="h4" to={`/small-batch/${slug}`}>
                  {name}
                </Link>
                <span className="cap">
                  {windowWords(release)}, {statusPhrases[status]}
                </span>
              </p>
              <div className="sb-span" aria-hidden>
                <i />
              </div>
              <p className="sb-days">
                <span>
                  <time dateTime={opensAt.toISOString()}>{opensOn}</time> to{' '}
                  <time dateTime={closesAt.toISOString()}>{closesOn}</time>
                </span>
              </p>
            </li>
          )
        })}
      </ol>
      <p className="sb-today">
        <span className="label">Today, {today}</span>
      </p>
    </div>
  )
}

function share(part: number): string {
  return `${(part * 100).toFixed(2)}%`
}
