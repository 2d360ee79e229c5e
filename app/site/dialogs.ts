// Dialogs. A link or a form with `data-dialog` leads to a page without script; with it, that page's part opens over this one.
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
