import { useSyncExternalStore } from 'react'
import { hostPrefix } from '#app/kit/host-prefix.ts'
import { cartCookie, type Cart, noCart, parseCart } from '../rules.ts'

/** The cart of this browser from its cookie; empty on the server and in the first render. */
export function useCart(): Cart {
  return useSyncExternalStore(onCart, presentCart, () => noCart)
}

/** Notifies this page and other tabs that the cart changed. */
export function announceCart() {
  window.dispatchEvent(new Event(changed))
  try {
    localStorage.setItem(cartCookie, String(Date.now()))
  } catch {
    // Storage is blocked: other tabs update when focused.
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

/** The same object while the cookie is unchanged. */
function presentCart(): Cart {
  const name = `${location.protocol === 'https:' ? hostPrefix : ''}${cartCookie}=`
  const entry = document.cookie.split('; ').find((each) => each.startsWith(name))
  const written = decodeURIComponent(entry?.slice(name.length) ?? '')
  if (known?.written !== written) known = { written, cart: written ? parseCart(written) : noCart }
  return known.cart
}
