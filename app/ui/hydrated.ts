import { startTransition, useCallback, useEffect, useState } from 'react'
import { replayEarlyEvents } from './early-events.ts'
import { reportEarlyInput } from './early-input.ts'

/** From when on components are first rendered with what the browser knows: until then they agree with the server's page. */
let isHydrated = false

/**
 * Whether script runs this page: false on the server and for the first render, true from then on. That second rendering
 * is not urgent: it makes way for whatever the visitor does meanwhile.
 */
export function useHydrated(): boolean {
  return useOfBrowser(yes, noOccasions)
}

/** Whether the browser has yet to agree with a page that the server wrote. */
export function isBeforeHydration(): boolean {
  return typeof document !== 'undefined' && !isHydrated
}

/**
 * Stands in every page, behind everything that may have been used before script came: what was typed and pressed is
 * handed over to React. Then it marks the document as alive, for whoever measures or waits.
 */
export function HydratedMark() {
  const isShown = useHydrated()
  useEffect(() => {
    isHydrated = true
    // Before the next rendering, which would write a field's own value over what was typed; but not inside this one, where
    // React takes no events as a visitor's.
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

/** What only the browser can tell. `read` and `subscribe` must not change from one rendering to the next. */
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
