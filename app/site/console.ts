// The script of the console's pages, beside that of every page: its few keys, panels that close once they are left, and the place
// where a sheet was scrolled to.
// Its search over every sheet is `dialog#palette`, opened by its keys or by a link with `data-palette`, which leads to the page that
// does the same. Its form asks that page as it is typed into (`filters.ts`); Enter opens the first row of what is found.
// Selected rows of a list are checked boxes named `row`. `[data-select-all]` checks those of its table; Shift checks all from the
// one pressed before; `[data-selection]` (with the form's id) says how many there are (`data-count`) and what they sum to
// (`data-sum`, of each box's `data-cents`). That it takes the place of the title block is a style.
import { onMarkup } from './markup.ts'
import { formatCentsExact } from '#app/kit/money.ts'

const panels = 'details:is(.con-menu, .con-popover)[open]'

const placeKey = 'paco-place'

export function watch(): void {
  keepPlace()
  document.addEventListener('keydown', press)
  watchPalette()
  watchSelection()
  document.addEventListener('focusout', closeLeftPanel)
  onMarkup((root) => {
    // A form that opens at the foot of the sheet would have its buttons below the edge.
    root
      .querySelector('.con-actions > [data-current]')
      ?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  })
  document.documentElement.dataset.console = 'keys'
}

/** Left open it would cover what has the focus (WCAG 2.4.11). One in the flow, as on phones, stays: the page would move under the finger. */
function closeLeftPanel({ target, relatedTarget }: FocusEvent): void {
  const left = (target as Element).closest<HTMLDetailsElement>(panels)
  if (!left || !(relatedTarget instanceof Node) || left.contains(relatedTarget)) return
  const panel = left.lastElementChild
  if (panel && getComputedStyle(panel).position === 'absolute') left.open = false
}

function keepPlace(): void {
  const [path, top] = sessionStorage.getItem(placeKey)?.split(' ') ?? []
  sessionStorage.removeItem(placeKey)
  if (path === location.pathname && !location.hash)
    document.querySelector('main')?.scrollTo({ top: Number(top), behavior: 'instant' })
  for (const press of ['click', 'submit'] as const)
    document.addEventListener(press, ({ target }) => {
      const main = (target as Element).closest('main')
      if (main) sessionStorage.setItem(placeKey, `${location.pathname} ${main.scrollTop}`)
      else sessionStorage.removeItem(placeKey)
    })
}

/** No single letter acts (WCAG 2.1.4). */
function press(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = event
  if (event.defaultPrevented || event.isComposing || altKey || shiftKey) return
  const isCommand = metaKey || ctrlKey
  const isDone =
    isCommand && key.toLowerCase() === 'k'
      ? openPalette()
      : document.querySelector('dialog[open]')
        ? false
        : key === 'Escape'
          ? escape()
          : isCommand && key === 'Enter'
            ? submitForm(event.target)
            : isCommand && key.toLowerCase() === 's' && click(visible('[data-shortcut="⌘S"]'))
  if (isDone) event.preventDefault()
}

function escape(): boolean {
  if (click(visible('[data-clear]'))) return true
  const open = visible('details[open]')
  if (open) {
    open.toggleAttribute('open', false)
    open.querySelector('summary')?.focus()
    return true
  }
  if (isTyping(document.activeElement)) {
    ;(document.activeElement as HTMLElement).blur()
    return true
  }
  return click(visible('[data-back]'))
}

function submitForm(target: EventTarget | null): boolean {
  const form = isTyping(target) ? (target as HTMLElement).closest('form') : null
  if (!form || form.method !== 'post') return false
  form.requestSubmit(form.querySelector<HTMLButtonElement>('button:not([type=button], [type=reset], [name])'))
  return true
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=submit], [type=button])')
  )
}

function visible(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility())
}

function click(element: HTMLElement | undefined): boolean {
  element?.focus()
  element?.click()
  return element !== undefined
}

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
    if (dialog && !event.isComposing) pressInPalette(dialog, event)
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

function pressInPalette(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.indexOf(event.target as HTMLElement)
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const form = dialog.querySelector('form')
  // From the field into what is found for what is typed by now.
  if (at === 0 && form && (step === 1 || event.key === 'Enter'))
    void ask(form).then((isShown) => {
      if (!isShown) return
      if (step === 1) dialog.querySelector('a')?.focus()
      else openRow(dialog, event.metaKey || event.ctrlKey)
    })
  else if (step !== 0) stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus()
  else return
  event.preventDefault()
}

function openRow(dialog: HTMLElement, inNewTab: boolean): void {
  const row = dialog.querySelector('a')
  if (inNewTab) window.open(row?.href, '_blank', 'noopener')
  else row?.click()
}

async function ask(form: HTMLFormElement): Promise<boolean> {
  return (await import('./filters.ts')).ask(form)
}

let last: HTMLInputElement | undefined

export function watchSelection(): void {
  document.addEventListener('change', ({ target }) => {
    const all = (target as Element).closest<HTMLInputElement>('[data-select-all]')
    if (all) for (const box of boxesIn(all.closest('table'))) box.checked = all.checked
    showSelected()
  })
  document.addEventListener('reset', () => setTimeout(showSelected))
  window.addEventListener('pageshow', showSelected)
  document.addEventListener('click', ({ target, shiftKey }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'row') return
    const boxes = boxesIn(target.closest('table, ul'))
    const ends = [boxes.indexOf(target), last ? boxes.indexOf(last) : -1]
    if (shiftKey && Math.min(...ends) >= 0)
      for (const box of boxes.slice(Math.min(...ends), Math.max(...ends) + 1)) box.checked = target.checked
    last = target
  })
  onMarkup(showSelected)
}

function boxesIn(list: ParentNode | null, of = ''): HTMLInputElement[] {
  return [...(list?.querySelectorAll<HTMLInputElement>(`input[name="row"]${of}`) ?? [])]
}

function showSelected(): void {
  for (const all of document.querySelectorAll<HTMLInputElement>('[data-select-all]')) {
    const boxes = boxesIn(all.closest('table'))
    all.checked = boxes.length > 0 && boxes.every(({ checked }) => checked)
  }
  const block = document.querySelector<HTMLElement>('[data-selection]')
  if (!block) return
  // A row has a box in the table and one in its card.
  const boxes = boxesIn(document, `[form="${CSS.escape(block.dataset.selection ?? '')}"]`)
  const rows = new Set(boxes.map(({ value }) => value))
  const selected = new Set(boxes.flatMap(({ checked, value }) => (checked ? value : [])))
  const cents = new Map(
    boxes.map(({ value, dataset }) => [value, Number(dataset.cents ?? 0)] as const).toReversed(),
  )
  const sum = [...selected].reduce((total, row) => total + (cents.get(row) ?? 0), 0)
  say(block.querySelector('[data-count]'), `${selected.size} of ${rows.size}`)
  say(block.querySelector('[data-sum]'), sum > 0 ? formatCentsExact(sum) : '')
}

function say(place: Element | null, words: string): void {
  if (place && place.textContent !== words) place.textContent = words
}
