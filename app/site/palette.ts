// The search of the console over every sheet: `dialog#palette`, opened by its keys or by a link with `data-palette`, which leads
// to the page that does the same. What is found is taken from that page.
import { fetchPage } from './markup.ts'

const restMs = 120

let timer = 0
let running: AbortController | undefined
let shownFor: string | undefined
/** Enter was pressed before the answer: it opens the first row of what is found, never one of what was found before. */
let isAwaited = false

export function watchPalette(): void {
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    if ((event.target as Element).closest('[data-palette]') && openPalette()) event.preventDefault()
    // A page that comes back from the browser's cache has it closed.
    if ((event.target as Element).closest('#palette [role=option]')) partsOf()?.dialog.close()
  })
  const parts = partsOf()
  if (!parts) return
  parts.field.addEventListener('keydown', press)
  parts.field.addEventListener('input', () => {
    isAwaited = false
    clearTimeout(timer)
    timer = window.setTimeout(() => void search(), restMs)
  })
}

export function openPalette(): boolean {
  const parts = partsOf()
  if (!parts) return false
  if (parts.dialog.open) return true
  parts.field.value = ''
  parts.list.replaceChildren()
  shownFor = undefined
  isAwaited = false
  parts.dialog.showModal()
  void search()
  return true
}

function partsOf() {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#palette')
  const field = dialog?.querySelector('input')
  const list = dialog?.querySelector<HTMLElement>('[role=listbox]')
  const status = dialog?.querySelector('[aria-live]')
  return dialog && field && list && status ? { dialog, field, list, status } : undefined
}

async function search(): Promise<void> {
  const parts = partsOf()
  if (!parts) return
  const { dialog, field, list, status } = parts
  const typed = field.value
  const address = new URL(dialog.dataset.search ?? '', location.href)
  address.searchParams.set('q', typed)
  running?.abort()
  const { signal } = (running = new AbortController())
  list.setAttribute('aria-busy', 'true')
  try {
    const { answer, page } = await fetchPage(address, signal)
    // Signed out meanwhile, for example.
    if (answer.redirected || !answer.ok || !page) return location.assign(address)
    if (signal.aborted) return
    list.replaceChildren(...(page.querySelector('.con-results')?.children ?? []))
    list.removeAttribute('aria-busy')
    const rows = asOptions(list)
    choose(rows[0])
    status.textContent = typed ? `${rows.length} found` : ''
    shownFor = typed
    if (isAwaited && rows[0]) open(rows[0], false)
    isAwaited = false
  } catch {
    // A newer text is searched for, or the line is cut: the next letter tries again.
  }
}

function asOptions(list: HTMLElement): HTMLAnchorElement[] {
  for (const title of list.querySelectorAll('h2')) title.setAttribute('aria-hidden', 'true')
  const rows = optionsOf(list)
  for (const [at, row] of rows.entries()) {
    row.id = `found-${at}`
    row.setAttribute('role', 'option')
    row.tabIndex = -1
    delete row.dataset.row
    delete row.dataset.open
  }
  return rows
}

function optionsOf(list: HTMLElement): HTMLAnchorElement[] {
  return [...list.querySelectorAll<HTMLAnchorElement>('a')]
}

function choose(row: HTMLAnchorElement | undefined): void {
  const parts = partsOf()
  if (!parts) return
  for (const each of optionsOf(parts.list)) each.setAttribute('aria-selected', String(each === row))
  if (row) parts.field.setAttribute('aria-activedescendant', row.id)
  else parts.field.removeAttribute('aria-activedescendant')
  row?.scrollIntoView({ block: 'nearest' })
}

function press(event: KeyboardEvent): void {
  const parts = partsOf()
  if (!parts) return
  const rows = optionsOf(parts.list)
  const at = rows.findIndex((row) => row.ariaSelected === 'true')
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step !== 0) choose(rows[Math.min(rows.length - 1, Math.max(0, at + step))])
  else if (event.key !== 'Enter' || event.isComposing) return
  event.preventDefault()
  if (step !== 0) return
  const row = rows[at]
  if (shownFor !== parts.field.value) isAwaited = true
  else if (row) open(row, event.metaKey || event.ctrlKey)
}

function open(row: HTMLAnchorElement, inNewTab: boolean): void {
  if (inNewTab) return void window.open(row.href, '_blank', 'noopener')
  partsOf()?.dialog.close()
  location.assign(row.href)
}
