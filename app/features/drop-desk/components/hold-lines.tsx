import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { ShownBoard } from './use-board.ts'

/** The longest that a hold lasts without being extended, in milliseconds: the length of its line. */
const wholeMs = 10 * 60_000

/** Holds with the time they have left, counted down between two states of the board. */
export function HoldLines({ holds }: { holds: ShownBoard['holds'] }) {
  const hydrated = useHydrated()
  const [now, setNow] = useState(0)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (holds.length === 0) return <p className="text-muted">No number is held.</p>
  return (
    <ul className="grid gap-0.5">
      {holds.map(({ number, orderId, until }) => {
        const leftMs = until === null ? undefined : Math.max(0, new Date(until).getTime() - now)
        return (
          <li
            key={number}
            className="grid min-h-7 grid-cols-[56px_110px_minmax(0,1fr)_52px] items-center gap-2"
          >
            <b className="con-code">№ {number}</b>
            <Link className="con-link" to={`/staff/orders/${orderId}`}>
              {orderId}
            </Link>
            <i
              aria-hidden
              className="border-t-2 border-dashed border-accent data-short:border-hold"
              style={{
                inlineSize:
                  hydrated && leftMs !== undefined ? `${Math.min(100, (leftMs / wholeMs) * 100)}%` : '100%',
              }}
              data-short={leftMs !== undefined && leftMs < 60_000 ? '' : undefined}
            />
            <span className="con-code text-right">
              {leftMs === undefined ? 'paying' : hydrated ? formatLeft(leftMs) : ''}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function formatLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
