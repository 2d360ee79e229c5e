// Toasts, in the region that every page has. One that the server wrote is an element with `data-toast`.
import { type Toast, toastDurationMs, toastLimit } from '#app/ui/toast-rules.ts'
import { onMarkup } from './markup.ts'

/** How long a toast lets presses through, in milliseconds: a finger already on its way reaches what it aimed at. */
const throughMs = 700
const stepMs = 250

export function watchToasts(): void {
  document.addEventListener('keydown', (event) => {
    // Also by `code`, because Option+T types a dagger on a Mac.
    if (event.altKey && (event.key.toLowerCase() === 't' || event.code === 'KeyT')) region()?.focus()
  })
  // A dialog that closes leaves its toasts on the page.
  document.addEventListener(
    'close',
    ({ target }) => {
      const place = region()
      if (place && (target as Element).contains(place)) document.body.append(place)
    },
    true,
  )
  onMarkup((root) => {
    for (const written of root.querySelectorAll<HTMLElement>('[data-toast]')) {
      showToast(JSON.parse(written.dataset.toast ?? '{}') as Toast)
      written.remove()
    }
  })
}

function region(): HTMLElement | null {
  return document.querySelector('.toasts')
}

/** Shows a toast for as long as it takes to read. Its time stands still while it is hovered or focused, or the page hidden. */
export function showToast(toast: Toast): () => void {
  const place = region()
  const form = document.querySelector<HTMLTemplateElement>('template#toast')
  const list = place?.querySelector(`[aria-live="${toast.kind === 'destructive' ? 'assertive' : 'polite'}"]`)
  const item = (form?.content.cloneNode(true) as DocumentFragment | undefined)?.querySelector('li')
  if (!place || !list || !item) return () => {}
  item.dataset.kind = toast.kind ?? 'default'
  fill(item, 'b', toast.title)
  fill(item, 'p', toast.description ?? '')
  const button = item.querySelector('button')
  button?.setAttribute('aria-label', `Dismiss: ${toast.title}`)
  // Above an open dialog, which everything beside it is out of reach of.
  document.querySelector('dialog:modal')?.append(place)
  list.append(item)
  const shown = place.querySelectorAll('li')
  if (shown.length > toastLimit) shown[0]?.remove()
  let leftMs = toastDurationMs(toast)
  const timer = setInterval(() => {
    if (document.hidden || place.matches(':hover, :focus-within')) return
    leftMs -= stepMs
    if (leftMs <= 0) dismiss()
  }, stepMs)
  setTimeout(() => item.classList.add('pointer-events-auto'), throughMs)
  button?.addEventListener('click', dismiss)
  return dismiss

  function dismiss() {
    clearInterval(timer)
    item?.remove()
  }
}

function fill(item: Element, selector: string, words: string): void {
  const place = item.querySelector(selector)
  if (!words) return place?.remove()
  if (place) place.textContent = words
}
