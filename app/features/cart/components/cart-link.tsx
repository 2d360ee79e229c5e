import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { countOf } from '#app/kit/count.ts'
import { useHydrated } from '#app/ui/hydrated.ts'
import { countItems } from '../rules.ts'
import { announceCart, useCart } from './use-cart.ts'

/** The cart link with a badge. The badge is computed in the browser, so that pages stay the same for everyone. */
export function CartLink() {
  const cart = useCart()
  const { pathname } = useLocation()
  const quantity = countItems(cart)
  const announcement = useCartAnnouncement(quantity)
  useSettledCart(cart.orderId, pathname)
  return (
    <div className="self-center max-md:order-1 md:max-xl:-mx-1">
      <Link
        className="relative grid size-11 place-items-center md:max-lg:w-8 text-muted transition-colors hover:text-ink aria-[current]:text-ink"
        to="/cart"
        aria-label={quantity > 0 ? `Cart, ${countOf(quantity, 'item')}` : 'Cart'}
        aria-current={pathname === '/cart' ? 'page' : undefined}
      >
        <ShoppingBag className="size-5" aria-hidden />
        {quantity > 0 && (
          <span
            className="absolute top-0.5 right-0 min-w-5 rounded-full bg-accent px-1 text-center font-display text-xs leading-5 font-bold text-on-accent"
            aria-hidden
          >
            {quantity}
          </span>
        )}
      </Link>
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  )
}

/** Announces changes of the quantity to screen readers, not the initial one. */
function useCartAnnouncement(quantity: number): string {
  const hydrated = useHydrated()
  const [announcement, setAnnouncement] = useState('')
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!hydrated) return
    if (before.current !== undefined && before.current !== quantity)
      setAnnouncement(`${countOf(quantity, 'item')} in the cart`)
    before.current = quantity
  }, [hydrated, quantity])
  return announcement
}

/**
 * After a started checkout, each further page checks whether it was paid and updates the cart. A page that waits for
 * the payment reloads its data until then, and each reload checks again.
 */
function useSettledCart(orderId: string | null, pathname: string) {
  const isCurrent = useRevalidator().state === 'idle'
  useEffect(() => {
    if (!isCurrent || !orderId || pathname === '/cart' || pathname.startsWith('/checkout/')) return
    const settle = async () => {
      const answer = await fetch('/cart/settlement', { method: 'POST' })
      if (answer.ok) announceCart()
    }
    // Offline: the next page tries again.
    settle().catch(() => undefined)
  }, [isCurrent, orderId, pathname])
}
