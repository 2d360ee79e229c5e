// Dialogs: a link or a form with `data-dialog` leads to a page without script; with it, that page's part opens over this one. And small
// buttons: print the page (`data-print`), copy a text (`data-copy`), go to a wrong field (`data-error-of`).
import { findAll, onMarkup } from './markup.ts'

export function watchDialogs(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const link = target.closest<HTMLAnchorElement>('a[data-dialog]')
    if (link) {
      event.preventDefault()
      if (link.ariaBusy === 'true') return
      link.setAttribute('aria-busy', 'true')
      return void open(link).finally(() => link.removeAttribute('aria-busy'))
    }
    // For browsers without `closedby`: a press beside a dialog is one of the dialog itself, outside of its box.
    if ('closedBy' in HTMLDialogElement.prototype || !(target instanceof HTMLDialogElement)) return
    const { left, right, top, bottom } = target.getBoundingClientRect()
    const isInside =
      event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
    if (!isInside && target.getAttribute('closedby') === 'any') target.close()
  })
  if (!('commandForElement' in HTMLButtonElement.prototype)) document.addEventListener('click', command)
  onMarkup((root) => {
    for (const dialog of findAll(root, 'dialog[open]:not([data-plain], :modal)') as HTMLDialogElement[]) {
      dialog.removeAttribute('open')
      dialog.showModal()
    }
  })
}

/** `commandfor`, for browsers that do not have it. */
function command({ target }: Event): void {
  const button = (target as Element).closest('button[commandfor]')
  const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
  if (!(dialog instanceof HTMLDialogElement)) return
  if (button?.getAttribute('command') !== 'show-modal') dialog.close()
  else if (!dialog.open) dialog.showModal()
}

async function open({ href }: HTMLAnchorElement): Promise<void> {
  const parts = await import('./parts.ts').catch(() => undefined)
  if (parts) await parts.showInDialog(new URL(href))
  else location.assign(href)
}

export function watchControls(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    if (target.closest('[data-print]')) return window.print()
    const copied = target.closest<HTMLElement>('[data-copy]')
    if (copied) return void copy(copied)
    const link = target.closest<HTMLElement>('[data-error-of]')
    const field = link && fieldOf(link)
    if (!field) return
    event.preventDefault()
    field.focus()
  })
}

async function copy(button: HTMLElement): Promise<void> {
  // The API is missing on plain HTTP and can be denied.
  const done = await navigator.clipboard?.writeText(button.dataset.copy ?? '').then(
    () => true,
    () => false,
  )
  const words = button.querySelector('[role=status]')
  if (!words) return
  const label = (button.dataset.label ??= words.textContent)
  words.textContent = done ? (button.dataset.copied ?? '') : 'Copy it by hand'
  setTimeout(() => (words.textContent = label), 4_000)
}

function fieldOf(link: HTMLElement): HTMLElement | undefined {
  const found = link.closest('form')?.elements.namedItem(link.dataset.errorOf ?? '')
  const field = found instanceof RadioNodeList ? found[0] : found
  return field instanceof HTMLElement ? field : undefined
}
