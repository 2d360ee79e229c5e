import { networkFailureWords } from '#app/http/site-request.ts'
import { type Toast, toastDurationMs, toastLimit } from '#app/ui/toast-rules.ts'
import { findAll, onMarkup } from './markup.ts'

/** How long a toast lets presses through, in milliseconds: a finger already on its way reaches what it aimed at. */
const throughMs = 700
const stepMs = 250

export function watchToasts(): void {
  document.addEventListener('keydown', (event) => {
    // Also by `code`, because Option+T types a dagger on a Mac.
    if (event.altKey && (/^t$/i.test(event.key) || event.code === 'KeyT')) region?.focus()
  })
  // A dialog takes nothing with it that is still to be read.
  document.addEventListener('close', () => place(document.body), true)
  onMarkup((root) => {
    for (const written of findAll(root, '[data-toast]')) {
      showToast(JSON.parse(written.dataset.toast ?? '{}') as Toast)
      written.remove()
    }
  })
}

const region = document.querySelector<HTMLElement>('.toasts')

function place(host: Element): void {
  if (region && region.parentElement !== host) host.append(region)
}

function showToast(toast: Toast): () => void {
  const form = document.querySelector<HTMLTemplateElement>('template#toast')
  const list = region?.querySelector(`[aria-live="${toast.kind === 'destructive' ? 'assertive' : 'polite'}"]`)
  const item = (form?.content.cloneNode(true) as DocumentFragment | undefined)?.querySelector('li')
  if (!region || !list || !item) return () => {}
  item.dataset.kind = toast.kind ?? 'default'
  fill(item, 'b', toast.title)
  fill(item, 'p', toast.description ?? '')
  const button = item.querySelector('button')
  button?.setAttribute('aria-label', `Dismiss: ${toast.title}`)
  // Above an open dialog, which everything beside it is out of reach of.
  place([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body)
  list.append(item)
  const shown = region.querySelectorAll('li')
  if (shown.length > toastLimit) shown[0]?.remove()
  let leftMs = toastDurationMs(toast)
  const timer = setInterval(() => {
    if (document.hidden || region?.matches(':hover, :focus-within')) return
    leftMs -= stepMs
    if (leftMs <= 0) dismiss()
  }, stepMs)
  setTimeout(() => item.classList.add('pointer-events-auto'), throughMs)
  button?.addEventListener('click', dismiss)
  return dismiss

  function dismiss() {
    clearInterval(timer)
    if (item?.contains(document.activeElement)) region?.focus()
    item?.remove()
  }
}

/** Of a form that reached nobody. `data-failed` has words of its own. */
export function sayFailed({ dataset }: HTMLElement, title: string, description = networkFailureWords): void {
  const own = JSON.parse(dataset.failed ?? '{}') as Partial<Toast>
  showToast({ title, description, kind: 'destructive', ...own })
}

function fill(item: Element, selector: string, words: string): void {
  const part = item.querySelector(selector)
  if (!words) return part?.remove()
  if (part) part.textContent = words
}
