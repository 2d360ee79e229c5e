import { useLocation } from 'react-router'
import type { Held } from '#app/http/held-orders.ts'
import { HoldTimer } from '#app/ui/hold-timer.tsx'
import { heldWords } from '../words.ts'

export function HeldPlace() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/checkout/')) return null
  return (
    <div className="bg-sheet print:hidden [html[data-held]_&]:min-h-11 [html[data-held]_&]:border-b [html[data-held]_&]:border-hairline">
      <div id="held-line" />
    </div>
  )
}

export function HeldLine({ now, orders }: Held) {
  const [first] = orders
  const one = orders.length === 1
  return (
    <div id="held-line" data-mine={JSON.stringify(orders.map(({ id, numbers }) => ({ id, numbers })))}>
      {first && (
        <aside
          aria-label={heldWords.title}
          className="wrap flex min-h-11 flex-wrap items-center justify-between gap-x-4"
        >
          <HoldTimer
            until={first.until}
            now={now}
            label={one ? heldWords.one(first.what) : heldWords.several(orders.length)}
          />
          <a
            className="link inline-flex min-h-11 items-center text-sm"
            href={one ? `/checkout/${first.id}` : '/cart#held'}
          >
            {one ? heldWords.go : heldWords.list}
          </a>
        </aside>
      )}
    </div>
  )
}
