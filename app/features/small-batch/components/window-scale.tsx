import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { placeWindows, type ShownRelease } from '../rules.ts'
import { placeWords, windowWords } from '../words.ts'

type Props = {
  releases: readonly ShownRelease[]
  now: Date
  /** The day of `now` in words. */
  today: string
}

/** The windows on one scale of days, each drawn with as many lines as it has slots; today is a mark across all of them. */
export function WindowScale({ releases, now, today }: Props) {
  const { spans, now: mark } = placeWindows(releases, now)
  return (
    <div className="sb-scale" style={{ '--today': mark.toFixed(4) } as CSSProperties}>
      <ol>
        {releases.map((release, at) => {
          const { line, name, opensAt, opensOn, closesAt, closesOn, status } = release
          const { from = 0, to = 1 } = spans[at] ?? {}
          return (
            <li
              key={line}
              data-theme={line}
              style={{ '--from': share(from), '--to': share(to), '--n': release.totalUnits } as CSSProperties}
            >
              <p>
                <Link className="h4" to={`/small-batch/${line}`}>
                  {name}
                </Link>
                <span className="cap">
                  {windowWords(release)}, {placeWords[status]}
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
