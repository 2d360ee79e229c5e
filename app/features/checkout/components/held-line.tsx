import type { Held } from '#app/http/held-orders.ts'
import { HoldTimer } from '#app/ui/hold-timer.tsx'
import { heldWords } from '../words.ts'

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
