import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdEarlyEvents, maxWaitMs } from './early-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page with one control that matches some of the selectors it may be looked up by. */
function openPage(...selectors: string[]) {
  const attributes = new Map<string, string>()
  const clicked = vi.fn()
  const control = Object.assign(new EventTarget(), {
    closest: (selector: string) => (selectors.includes(selector) ? control : null),
    contains: (node: unknown) => node === control,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    removeAttribute: (name: string) => void attributes.delete(name),
    click: clicked,
  })
  const reload = vi.fn()
  const win = Object.assign(new EventTarget(), {
    document: { querySelectorAll: () => (attributes.has('aria-busy') ? [control] : []) },
    location: { reload },
    setTimeout,
    clearTimeout,
  })
  const seen: string[] = []
  const early = holdEarlyEvents(win as unknown as Window & typeof globalThis, maxWaitMs)
  for (const type of ['pointerdown', 'touchstart', 'mousedown', 'pointerup', 'touchend', 'mouseup', 'click'])
    win.addEventListener(type, () => seen.push(type), { capture: true })
  const drawing = { closest: control.closest }
  const send = (type: string, more: object = {}, target: object = control) => {
    const event = new Event(type, { cancelable: true })
    Object.defineProperty(event, 'target', { value: target })
    win.dispatchEvent(Object.assign(event, more))
    return event
  }
  return { early, send, seen, drawing, attributes, clicked, reload }
}

const button = 'button:not([popovertarget])'

test('an early press is held, marked busy, and replayed once', () => {
  const { early, send, attributes } = openPage(button)
  const press = send('click')
  expect(press.defaultPrevented).toBe(true)
  expect(attributes.get('aria-busy')).toBe('true')
  expect(early.end()).toEqual([press])
  expect(attributes.has('aria-busy')).toBe(false)
  expect(send('click').defaultPrevented).toBe(false)
})

test.each([
  ['a plain link', [], 'click', {}],
  ['a button with a modifier key', [button], 'click', { ctrlKey: true }],
  ['a mouse click on what only a tap opens', ['[data-early~="tap"]'], 'click', { pointerType: 'mouse' }],
  ['Tab', ['[data-early~="keydown"]'], 'keydown', { key: 'Tab' }],
  ['a key on a button', [button], 'keydown', { key: 'Enter' }],
] as const)('%s is left to the browser', (_what, selectors, type, more) => {
  const { early, send } = openPage(...selectors)
  expect(send(type, more).defaultPrevented).toBe(false)
  expect(early.end()).toEqual([])
})

test.each([
  ['a tap', 'tap', 'click', { pointerType: 'touch' }],
  ['a click', 'click', 'click', {}],
  ['an arrow key', 'keydown', 'keydown', { key: 'ArrowDown' }],
] as const)('%s on what is marked for it is held', (_what, mark, type, more) => {
  const { early, send } = openPage(`[data-early~="${mark}"]`)
  const event = send(type, more)
  expect(early.end()).toEqual([event])
})

test('a press on what the browser opens by itself is not shown to the script, and is not held', () => {
  const { early, send, seen } = openPage('summary, [popovertarget]')
  for (const type of ['pointerdown', 'touchstart', 'mousedown', 'pointerup', 'touchend', 'mouseup', 'click'])
    expect(send(type).defaultPrevented).toBe(false)
  expect(seen).toEqual([])
  expect(early.end()).toEqual([])
  send('click')
  expect(seen).toEqual(['click'])
})

test('without a script an early press performs its default action after some seconds, and so do later ones', () => {
  const { send, clicked } = openPage(button)
  send('click')
  vi.advanceTimersByTime(maxWaitMs - 1)
  expect(clicked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(clicked).toHaveBeenCalledOnce()
  expect(send('click').defaultPrevented).toBe(false)
})

test('a press on a drawing inside a control performs the control’s action', () => {
  const { send, drawing, clicked } = openPage(button)
  send('click', {}, drawing)
  vi.advanceTimersByTime(maxWaitMs)
  expect(clicked).toHaveBeenCalledOnce()
})

test('a press that the browser performed because script was late is not replayed', () => {
  const { early, send, clicked } = openPage(button)
  send('click')
  vi.advanceTimersByTime(maxWaitMs)
  expect(clicked).toHaveBeenCalledOnce()
  expect(early.end()).toEqual([])
})

test('Back reloads while there is no router, and not afterwards', () => {
  const { early, send, reload } = openPage()
  send('popstate')
  expect(reload).toHaveBeenCalledOnce()
  early.end()
  send('popstate')
  expect(reload).toHaveBeenCalledOnce()
})
