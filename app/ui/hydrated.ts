import { startTransition, useCallback, useEffect, useState } from 'react'
import { replayEarlyEvents } from './early-events.ts'
import { reportEarlyInput } from './early-input.ts'

/** Whether hydration is done: until then components render what the server rendered. */
let isHydrated = false

/**
 * Whether the page is hydrated: false on the server and for the first render, then true. The second render is a
 * transition and yields to input.
 */
export function useHydrated(): boolean {
  return useOfBrowser(yes, noOccasions)
}

/** Whether this render makes the server's HTML, or has to match it. */
export function isServerHtml(): boolean {
  return !isHydrated
}

/** Whether this render has to match the server's HTML. */
export function isBeforeHydration(): boolean {
  return typeof document !== 'undefined' && !isHydrated
}

/**
 * Part of every page, after everything that may be used before hydration: replays input and events, then marks the
 * document as hydrated for measurements and tests.
 */
export function HydratedMark() {
  const isShown = useHydrated()
  useEffect(() => {
    isHydrated = true
    // Before the next render, which would overwrite typed input; but not inside this one, where React ignores events.
    if (!isShown) return queueMicrotask(reportEarlyInput)
    void replayEarlyEvents()
    document.documentElement.dataset.hydrated = 'yes'
  }, [isShown])
  return null
}

/** Whether the window is at least md (768 px) wide; false on the server and for the first render. */
export function useWide(): boolean {
  return useMatch('(width >= 768px)')
}

/** Whether a media query holds; false on the server and for the first render. */
export function useMatch(query: string): boolean {
  const read = useCallback(() => matchMedia(query).matches, [query])
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useOfBrowser(read, subscribe)
}

/** A value that only the browser knows. `read` and `subscribe` must be stable. */
function useOfBrowser(read: () => boolean, subscribe: (notify: () => void) => () => void): boolean {
  const [value, tell] = useState(() => isHydrated && read())
  useEffect(() => {
    const readAgain = () => tell(read())
    startTransition(readAgain)
    return subscribe(readAgain)
  }, [read, subscribe])
  return value
}

function yes() {
  return true
}

function noOccasions() {
  return noop
}

function noop() {}
