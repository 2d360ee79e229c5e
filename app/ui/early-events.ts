// A page is usable as soon as it is painted, and its script arrives a moment later. Events in between are held and
// replayed after hydration, so that the first press does the same as every later one.

/** The held events: `end` stops holding and returns them in order, each once. */
type EarlyEvents = { end: () => Event[] }

/** How long an event waits for the script, in milliseconds. Then the browser performs its default action. */
export const maxWaitMs = 8_000

/**
 * Attributes of a non-button element that script handles. Buttons need none, unless they open a popover, which
 * works without script. A `tap` is a click by a finger.
 */
export function heldUntilAlive(...types: ('click' | 'tap' | 'keydown')[]) {
  return { 'data-early': types.join(' ') }
}

/**
 * Runs as an inline script, so it may use nothing outside itself. A held control is `aria-busy`. If no script
 * arrives within `waitMs`, held and later events perform their default action.
 */
export function holdEarlyEvents(win: Window & typeof globalThis, waitMs: number): EarlyEvents {
  const { document } = win
  const held: Event[] = []
  let timer = 0
  const options = { capture: true }
  win.addEventListener('click', hold, options)
  win.addEventListener('keydown', hold, options)
  const presses = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click']
  const passive = { capture: true, passive: true }
  for (const type of presses) win.addEventListener(type, leaveToBrowser, passive)
  win.addEventListener('popstate', reload)
  return { end }

  function hold(event: Event) {
    const control = controlOf(event as PointerEvent & KeyboardEvent)
    if (!control) return
    event.preventDefault()
    event.stopImmediatePropagation()
    control.setAttribute('aria-busy', 'true')
    held.push(event)
    timer ||= win.setTimeout(release, waitMs)
  }

  // A press that reaches React while it hydrates makes it hydrate all of the page at once, and the browser wait for that.
  // What opens a menu or an answer is the browser's own.
  function leaveToBrowser(event: Event) {
    if ((event.target as Element).closest('summary, [popovertarget]')) event.stopImmediatePropagation()
  }

  function controlOf(event: PointerEvent & KeyboardEvent): Element | null {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
    const target = event.target as Element
    const marked = (type: string) => target.closest(`[data-early~="${type}"]`)
    if (event.type === 'keydown')
      return /^(Arrow|Home|End|Enter| )/.test(event.key) ? marked('keydown') : null
    const tapped = event.pointerType === 'touch' ? marked('tap') : null
    return tapped ?? marked('click') ?? target.closest('button:not([popovertarget])')
  }

  function end() {
    win.clearTimeout(timer)
    win.removeEventListener('click', hold, options)
    win.removeEventListener('keydown', hold, options)
    for (const type of presses) win.removeEventListener(type, leaveToBrowser, passive)
    win.removeEventListener('popstate', reload)
    for (const busy of document.querySelectorAll('[aria-busy]'))
      if (held.some(({ target }) => busy.contains(target as Node))) busy.removeAttribute('aria-busy')
    return held.splice(0) // what was returned once is not performed again
  }

  function release() {
    // Of the control: a drawing inside it has no `click` of its own.
    for (const event of end())
      if (event.type === 'click')
        (controlOf(event as PointerEvent & KeyboardEvent) as HTMLElement | null)?.click()
  }

  // Back after a reload changes the URL before there is a router to follow it.
  function reload() {
    win.location.reload()
  }
}

/** The text of the inline script. The same on every page, because the content policy lists its hash. */
export function earlyEventsScript(): string {
  return `window.earlyEvents=(${holdEarlyEvents.toString()})(window,${maxWaitMs})`.replaceAll(/\n\s+/g, '\n')
}

/** Replays the held events in order, after hydration: each event finds the page as the previous one left it. */
export async function replayEarlyEvents() {
  for (const event of (window as { earlyEvents?: EarlyEvents }).earlyEvents?.end() ?? []) {
    const target = event.target as Element
    await new Promise((resolve) => setTimeout(resolve))
    if (!target.isConnected) continue
    if ('pointerType' in event) target.dispatchEvent(copyOf(event, 'pointerdown'))
    target.dispatchEvent(copyOf(event))
  }
}

function copyOf(event: Event, type = event.type): Event {
  const Kind = event.constructor as typeof Event
  return new Kind(type, event)
}
