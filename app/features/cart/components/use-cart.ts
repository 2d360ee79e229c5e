import { useSyncExternalStore } from 'react'
import { hostPrefix } from '#app/kit/host-prefix.ts'
import { cartCookie, type Cart, noCart, parseCart } from '../rules.ts'

/** The cart of this browser, as its cookie has it; empty on the server and for the first render. */
export function useCart(): Cart {
  return useSyncExternalStore(onCart, presentCart, () => noCart)
}

/** Tells this page, and every other tab of the shop, that the cart was written. Cookies tell nobody by themselves. */
export function announceCart() {
  window.dispatchEvent(new Event(changed))
  try {
    localStorage.setItem(cartCookie, String(Date.now()))
  } catch {
    // A browser that keeps no storage: its other tabs see the change when they are looked at again.
  }
}

const changed = 'paco-cart-changed'
const occasions = [changed, 'storage', 'focus', 'pageshow'] as const

function onCart(notify: () => void) {
  for (const occasion of occasions) window.addEventListener(occasion, notify)
  return () => {
    for (const occasion of occasions) window.removeEventListener(occasion, notify)
  }
}

let known: { written: string; cart: Cart } | undefined

/** The same object as long as the cookie is the same. */
function presentCart(): Cart {
  const name = `${location.protocol === 'https:' ? hostPrefix : ''}${cartCookie}=`
  const entry = document.cookie.split('; ').find((each) => each.startsWith(name))
  const written = decodeURIComponent(entry?.slice(name.length) ?? '')
  if (known?.written !== written) known = { written, cart: written ? parseCart(written) : noCart }
  return known.cart
}
