// A page can be used as soon as it is painted, and its script arrives a moment later. What is pressed in between is held
// and happens once React has taken over, so that the first press does what every later one does.

/** What is held, and how to get it: `end` stops the holding and returns the events in order. */
type EarlyEvents = { end: () => Event[] }

/** How long a press waits for the script, in milliseconds. Then the browser does what HTML makes of the control. */
export const maxWaitMs = 8_000

/**
 * Attributes of an element that script handles although it is no button. Buttons need none, unless they open a popover,
 * which the browser does by itself. A `tap` is a click made by a finger.
 */
export function heldUntilAlive(...types: ('click' | 'tap' | 'keydown')[]) {
  return { 'data-early': types.join(' ') }
}

/**
 * Runs in the browser as an inline script and sees nothing outside itself. A held control says `aria-busy`. Without a
 * script after `waitMs`, held events happen as HTML has it, and so does everything later.
 */
export function holdEarlyEvents(win: Window & typeof globalThis, waitMs: number): EarlyEvents {
  const { document } = win
  const held: Event[] = []
  let timer = 0
  const options = { capture: true }
  win.addEventListener('click', hold, options)
  win.addEventListener('keydown', hold, options)
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
    win.removeEventListener('popstate', reload)
    for (const busy of document.querySelectorAll('[aria-busy]'))
      if (held.some(({ target }) => busy.contains(target as Node))) busy.removeAttribute('aria-busy')
    return held
  }

  function release() {
    for (const { type, target } of end()) if (type === 'click') (target as HTMLElement).click()
  }

  // Back, after a reload: the address changes, and there is no router yet that would follow it.
  function reload() {
    win.location.reload()
  }
}

/** The text of the inline script. The same on every page: the content policy knows it. */
export function earlyEventsScript(): string {
  return `window.earlyEvents=(${holdEarlyEvents.toString()})(window,${maxWaitMs})`.replaceAll(/\n\s+/g, '\n')
}

/**
 * Lets everything that was held happen, in order. For the browser, once React has taken over the page: each event finds
 * the page as the one before it left it.
 */
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
