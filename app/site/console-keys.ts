// The keyboard of the console. Rows are `[data-row]` with a `[data-open]` link, which takes the focus; balloons are `[data-item]`;
// a verb says its key as `data-shortcut`, a place the letter that goes there after G as `data-go`; Esc presses the first
// `[data-clear]`, then `[data-back]`. `data-keys` says whether single letters act. They never do while a field has the focus.
import { isSingle, keyName, sequenceMs } from '#app/features/console/rules/keys.ts'
import { openPalette } from './palette.ts'

let leaderUntil = 0

export function watchKeys(): void {
  document.addEventListener('keydown', press)
}

function press(event: KeyboardEvent): void {
  const name = keyName(event)
  if (name === undefined || event.defaultPrevented || event.isComposing) return
  const act = (effect: () => boolean) => {
    if (effect()) event.preventDefault()
  }
  if (name === '⌘K') return act(openPalette)
  if (document.querySelector('dialog[open]')) return
  if (name === 'Esc') return act(escape)
  if (name === '⌘↵' && submitForm(event.target)) return event.preventDefault()
  if (name.startsWith('⌘')) return act(() => pressShortcut(name))
  const isOn = document.querySelector<HTMLElement>('[data-keys]')?.dataset.keys === 'on'
  if (isTyping(event.target) || (isSingle(name) && !isOn)) return
  const wasLed = event.timeStamp < leaderUntil
  leaderUntil = 0
  const place = wasLed && document.querySelector<HTMLAnchorElement>(`a[data-go="${CSS.escape(name)}"]`)
  if (place) return act(() => click(place))
  if (name === 'G') {
    leaderUntil = event.timeStamp + sequenceMs
    return
  }
  if (/^[1-9]$/.test(name)) return act(() => goToItem(name))
  act(keys[name] ?? (() => pressShortcut(name)))
}

const keys: Record<string, () => boolean> = {
  '/': openPalette,
  '?': openKeys,
  '⇧L': switchPaper,
  J: () => moveCursor(1, false),
  '↓': () => moveCursor(1, false),
  K: () => moveCursor(-1, false),
  '↑': () => moveCursor(-1, false),
  '⇧J': () => moveCursor(1, true),
  '⇧↓': () => moveCursor(1, true),
  '⇧K': () => moveCursor(-1, true),
  '⇧↑': () => moveCursor(-1, true),
  X: () => select(rowOf(document.activeElement), undefined),
}

function openKeys(): boolean {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#keys')
  dialog?.showModal()
  return dialog !== null
}

function switchPaper(): boolean {
  const button = document.querySelector<HTMLButtonElement>('button[name="paper"]')
  button?.form?.requestSubmit(button)
  return button !== null
}

function submitForm(target: EventTarget | null): boolean {
  const form = target instanceof HTMLElement && isTyping(target) ? target.closest('form') : null
  if (!form || form.method !== 'post') return false
  form.requestSubmit(form.querySelector<HTMLButtonElement>('button:not([type=button], [type=reset], [name])'))
  return true
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select')) return true
  return target.matches('input:not([type=checkbox], [type=radio], [type=submit], [type=button])')
}

function visible<Found extends HTMLElement>(selector: string): Found[] {
  return [...document.querySelectorAll<Found>(selector)].filter((element) => element.checkVisibility())
}

function rowOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-row]') ?? null
}

function moveCursor(by: 1 | -1, extending: boolean): boolean {
  const rows = visible('[data-row]')
  const at = rows.indexOf(rowOf(document.activeElement) as HTMLElement)
  const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  if (!next) return false
  if (extending) {
    select(rows[at] ?? null, true)
    select(next, true)
  }
  next.querySelector<HTMLElement>('[data-open]')?.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
  return true
}

function select(row: HTMLElement | null, to: boolean | undefined): boolean {
  const box = row?.querySelector<HTMLInputElement>('input[type=checkbox]')
  if (!box) return false
  if (to === undefined || box.checked !== to) box.click()
  return true
}

function goToItem(digit: string): boolean {
  const [item] = visible(`[data-item="${digit}"]`)
  if (!item) return false
  item.scrollIntoView({ block: 'start' })
  item.querySelector<HTMLElement>('a, button, input, select, textarea, [tabindex]')?.focus()
  return true
}

function pressShortcut(name: string): boolean {
  const [control] = visible(`[data-shortcut="${CSS.escape(name)}"]`)
  if (!control) return false
  control.focus()
  return click(control)
}

function escape(): boolean {
  const [clear] = visible('[data-clear]')
  if (clear) return click(clear)
  const [open] = visible<HTMLDetailsElement>('details[open]')
  if (open) {
    open.open = false
    open.querySelector('summary')?.focus()
    return true
  }
  if (isTyping(document.activeElement)) {
    ;(document.activeElement as HTMLElement).blur()
    return true
  }
  const [back] = visible('[data-back]')
  return back ? click(back) : false
}

function click(element: HTMLElement): boolean {
  element.click()
  return true
}
