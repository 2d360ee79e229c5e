// Small buttons: print the page (`data-print`), copy a text (`data-copy`), go to a wrong field (`data-error-of`).

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
