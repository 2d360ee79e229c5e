import { Link } from 'react-router'
import { formatLeft } from '#app/ui/hold-left.ts'
import type { BoardView } from '../routes/board.server.ts'

/** The longest that a hold lasts without being extended, in milliseconds: the length of its line. */
const wholeMs = 10 * 60_000

type Props = { holds: BoardView['holds']; now: Date }

/** Holds with the time they have left; `site/clocks.ts` counts it down. */
export function HoldLines({ holds, now }: Props) {
  if (holds.length === 0) return <p className="text-muted">No number is held.</p>
  return (
    <ul className="grid gap-0.5">
      {holds.map(({ number, orderId, until }) => {
        const leftMs = until && Math.max(0, until.getTime() - now.getTime())
        return (
          <li
            key={number}
            className="group/hold grid min-h-7 grid-cols-[56px_110px_minmax(0,1fr)_52px] items-center gap-2"
            data-late={leftMs !== null && leftMs <= 60_000 ? '' : undefined}
            {...(until && {
              'data-hold': '',
              'data-until': until.toISOString(),
              'data-now': now.toISOString(),
            })}
          >
            <b className="con-code">№ {number}</b>
            <Link className="con-link" to={`/staff/orders/${orderId}`}>
              {orderId}
            </Link>
            <i
              aria-hidden
              className="con-hold-line border-t-2 border-dashed border-accent group-data-late/hold:border-hold"
              style={
                leftMs === null
                  ? undefined
                  : {
                      inlineSize: `${Math.min(100, (leftMs / wholeMs) * 100)}%`,
                      animationDuration: `${leftMs}ms`,
                    }
              }
            />
            {until ? (
              <span className="con-code text-right" role="timer" aria-live="off">
                {formatLeft(until, now)}
              </span>
            ) : (
              <span className="con-code text-right">paying</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
