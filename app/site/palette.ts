// The search of the console over every sheet: `dialog#palette`, opened by its keys or by a link with `data-palette`, which leads to
// the page that does the same. Its form asks that page as it is typed into (`filters.ts`); Enter opens the first row of what is found.
import { onMarkup } from './markup.ts'

export function watchPalette(): void {
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest('[data-palette], #palette a')
    // A page that comes back from the browser's cache has it closed.
    if (link?.closest('#palette')) link.closest('dialog')?.close()
    else if (link && openPalette()) event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const dialog = (event.target as Element).closest<HTMLElement>('#palette')
    if (dialog && !event.isComposing) press(dialog, event)
  })
  onMarkup((found) => {
    const status = document.querySelector('#palette [role=status]')
    if (found instanceof Element && found.matches('#palette *') && status)
      status.textContent = `${found.querySelectorAll('a').length} found`
  })
}

export function openPalette(): boolean {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#palette')
  const form = dialog?.querySelector('form')
  if (!dialog || !form) return false
  if (dialog.open) return true
  form.reset()
  dialog.showModal()
  void ask(form)
  return true
}

function press(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.indexOf(event.target as HTMLElement)
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const form = dialog.querySelector('form')
  // From the field into what is found for what is typed by now.
  if (at === 0 && form && (step === 1 || event.key === 'Enter'))
    void ask(form).then((isShown) => {
      if (!isShown) return
      if (step === 1) dialog.querySelector('a')?.focus()
      else open(dialog, event.metaKey || event.ctrlKey)
    })
  else if (step !== 0) stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus()
  else return
  event.preventDefault()
}

function open(dialog: HTMLElement, inNewTab: boolean): void {
  const row = dialog.querySelector('a')
  if (inNewTab) window.open(row?.href, '_blank', 'noopener')
  else row?.click()
}

async function ask(form: HTMLFormElement): Promise<boolean> {
  return (await import('./filters.ts')).ask(form)
}
