import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { askHeld, useHeld } from '#app/http/held-orders.ts'
import { HoldTimer } from '#app/ui/hold-timer.tsx'
import { heldWords } from '../words.ts'

/** The line under the bar that leads back to what this browser holds. */
export function HeldLine() {
  const { pathname } = useLocation()
  const { now, orders } = useHeld()
  useEffect(() => {
    void askHeld()
    const again = () => void askHeld()
    window.addEventListener('focus', again)
    window.addEventListener('pageshow', again)
    return () => {
      window.removeEventListener('focus', again)
      window.removeEventListener('pageshow', again)
    }
  }, [pathname])
  const [first] = orders
  if (!first) return null
  return (
    <aside
      aria-label={heldWords.title}
      className="wrap flex min-h-11 flex-wrap items-center justify-between gap-x-4"
    >
      <HoldTimer
        key={first.until}
        until={first.until}
        now={now}
        label={orders.length === 1 ? heldWords.one(first.what) : heldWords.several(orders.length)}
        onEnd={() => void askHeld()}
      />
      <Link
        className="link inline-flex min-h-11 items-center text-sm"
        to={orders.length === 1 ? `/checkout/${first.id}` : '/cart#held'}
      >
        {orders.length === 1 ? heldWords.go : heldWords.list}
      </Link>
    </aside>
  )
}
