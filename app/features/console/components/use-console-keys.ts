import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Place } from '../rules.ts'
import { isSingle, keyName, sequenceMs } from '../rules/keys.ts'

type Handlers = {
  /** Whether single letters act. */
  isOn: boolean
  places: readonly Place[]
  openPalette: () => void
  openKeys: () => void
  switchPaper: () => void
}

/**
 * The keyboard of the console. Rows are `[data-row]` with a `[data-open]` link, which takes the focus; balloons are `[data-item]`;
 * a verb says its key as `data-shortcut`; Esc presses the first `[data-clear]`, then `[data-back]`. Single letters never act
 * while a field has the focus.
 */
export function useConsoleKeys(handlers: Handlers) {
  const navigate = useNavigate()
  const current = useRef(handlers)
  useEffect(() => {
    current.current = handlers
  })
  useEffect(() => {
    let leaderUntil = 0
    function press(event: KeyboardEvent) {
      const name = keyName(event)
      if (name === undefined || event.defaultPrevented || event.isComposing) return
      const { isOn, places, openPalette, openKeys, switchPaper } = current.current
      const act = (effect: () => unknown) => {
        if (effect() !== false) event.preventDefault()
      }
      if (name === '⌘K') return act(openPalette)
      if (document.querySelector('dialog[open]')) return
      if (name === 'Esc') return act(escape)
      if (name === '⌘↵' && submitForm(event.target)) return event.preventDefault()
      if (name.startsWith('⌘')) return act(() => pressShortcut(name))
      if (isTyping(event.target) || (isSingle(name) && !isOn)) return
      const wasLed = event.timeStamp < leaderUntil
      leaderUntil = 0
      if (wasLed) {
        const place = places.find(({ key }) => key.toUpperCase() === name)
        if (place) return act(() => void navigate(place.path))
      }
      if (name === 'G') {
        leaderUntil = event.timeStamp + sequenceMs
        return
      }
      if (/^[1-9]$/.test(name)) return act(() => goToItem(name))
      const keys: typeof rowKeys = { ...rowKeys, '/': openPalette, '?': openKeys, '⇧L': switchPaper }
      act(keys[name] ?? (() => pressShortcut(name)))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}

/** What acts on the rows. */
const rowKeys: Record<string, () => unknown> = {
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

/** Sends the form that a field belongs to, as its button would; says whether there was one. */
function submitForm(target: EventTarget | null): boolean {
  const form = target instanceof HTMLElement && isTyping(target) ? target.closest('form') : null
  if (!form || form.method !== 'post') return false
  form.requestSubmit(form.querySelector<HTMLButtonElement>('button:not([type=button], [name])'))
  return true
}

/** Whether what has the focus takes text or keys of its own. */
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

/** Selects a row, or turns its selection over. */
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
  control.click()
  return true
}

/** Clear, close, back: the first of them that there is something to do for. */
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
