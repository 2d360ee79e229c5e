import { countOf } from '#app/kit/text.ts'
import { heldPath, mayHold } from '#app/http/held-orders.ts'
import { hostPrefix } from '#app/http/site-request.ts'
import { cartCookie, countWritten, isBeingPaid } from '#app/features/cart/rules.ts'
import { fetchPage, onMarkup } from './markup.ts'

export function watchHeader(): void {
  watchMenus()
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    const search = document.getElementById('search-link')
    if (!search || isTyping(event.target) || document.querySelector('dialog:modal')) return
    event.preventDefault()
    search.click()
  })
  if (!document.getElementById('cart-link')) return
  showCart(false)
  void settleCart()
  void askHeld()
  for (const occasion of ['storage', 'focus', 'pageshow'] as const)
    window.addEventListener(occasion, (event) => {
      // Every page is shown once, and has then just been loaded.
      if (event instanceof PageTransitionEvent && !event.persisted) return
      showCart(true)
      if (event.type !== 'storage') void askHeld()
    })
  onMarkup((root) => {
    if (root === document) return
    showCart(true)
    void settleCart()
  })
}

function watchMenus(): void {
  const menus = document.querySelectorAll<HTMLElement>('.nav-menu > ul > li:has(.nav-dropdown)')
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of menus) {
      if (menu.contains(document.activeElement)) menu.querySelector('a')?.focus()
      menu.dataset.closed = ''
    }
  })
  for (const menu of menus) {
    for (const type of ['pointerleave', 'focusout'] as const)
      menu.addEventListener(type, () => delete menu.dataset.closed)
    let wasOpen = false
    menu.addEventListener('pointerdown', () => (wasOpen = menu.matches(':focus-within')))
    menu.querySelector('a')?.addEventListener('click', (event) => {
      if (event.pointerType !== 'touch' || wasOpen || innerWidth < 768) return
      event.preventDefault()
      menu.querySelector('a')?.focus()
    })
  }
}

let quantity: number | undefined

function showCart(isChange: boolean): void {
  const link = document.getElementById('cart-link')
  const now = countWritten(writtenCart())
  if (!link || now === quantity) return
  const badge = link.querySelector<HTMLElement>('[data-badge]')
  if (badge) {
    badge.textContent = String(now)
    badge.hidden = now === 0
  }
  link.setAttribute('aria-label', now > 0 ? `Cart, ${countOf(now, 'item')}` : 'Cart')
  if (isChange) {
    const status = document.getElementById('cart-status')
    if (status) status.textContent = `${countOf(now, 'item')} in the cart`
    tellOtherTabs()
  }
  quantity = now
}

function tellOtherTabs(): void {
  try {
    localStorage.setItem(cartCookie, String(Date.now()))
  } catch {
    // Storage is blocked: other tabs follow when they are looked at.
  }
}

function writtenCart(): string {
  const name = `${location.protocol === 'https:' ? hostPrefix : ''}${cartCookie}=`
  const entry = document.cookie.split('; ').find((each) => each.startsWith(name))
  return decodeURIComponent(entry?.slice(name.length) ?? '')
}

async function settleCart(): Promise<void> {
  const { pathname } = location
  if (!isBeingPaid(writtenCart()) || pathname === '/cart' || pathname.startsWith('/checkout/')) return
  const answer = await fetch('/cart/settlement', { method: 'POST' }).catch(() => undefined)
  if (answer?.ok) showCart(true)
}

async function askHeld(): Promise<void> {
  const place = document.getElementById('held-line')
  if (!place) return
  const read = mayHold() ? await fetchPage(heldPath).catch(() => undefined) : undefined
  // Held still, for all that is known.
  if (mayHold() && !read?.answer.ok) return
  const next = read?.page?.getElementById('held-line')
  if (next?.firstElementChild) return (await import('./parts.ts')).swap(place, next)
  place.replaceChildren()
  delete document.documentElement.dataset.held
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}
