import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from './hydrated.ts'
import { InlineScript } from './inline-script.tsx'

/** What waits for its turn in a first view; layout.css says how, by the same selector. */
const parts = '[data-first-view] :is(.sec ~ .sec, .far, #main ~ .foot)'

/** What a visitor does who goes on from what is seen first. */
const signs = ['scroll', 'wheel', 'pointerdown', 'keydown']

/**
 * Belongs in the head. Where a page is opened at its top, what is far below is not laid out and painted with the rest: it
 * is when it comes near, or in idle moments once the visitor begins to move. Where somebody comes to a place in a page, or
 * back to one, the page has to have its true height at once.
 */
export function FirstView() {
  // The browser has run it by the time it hydrates; leaving it out there keeps it out of the page's script.
  return <InlineScript source={import.meta.env.SSR ? `(${markFirstView.toString()})(window)` : ''} />
}

/** Ends a first view: part by part from the first sign of its visitor on, at once when another page comes. Stands before what scrolls. */
export function FirstViewEnds() {
  const { pathname, hash } = useLocation()
  const place = pathname + hash
  const first = useRef(place)
  const isHydrated = useHydrated()
  useLayoutEffect(() => {
    if (place !== first.current) endFirstView()
  }, [place])
  useEffect(() => (isHydrated ? drawTheRest() : undefined), [isHydrated])
  return null
}

/** Runs in the browser before anything is painted, and sees nothing outside itself. */
export function markFirstView({ document, location, performance }: Window & typeof globalThis) {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (opened?.type === 'navigate' && !location.hash) document.documentElement.dataset.firstView = ''
}

function endFirstView() {
  delete document.documentElement.dataset.firstView
}

/** Waits for a sign, then draws one part after the other from the top, each in an idle moment. Returns how to stop. */
function drawTheRest(): () => void {
  const waiting = [...document.querySelectorAll<HTMLElement>(parts)]
  const stop = new AbortController()
  for (const sign of signs)
    addEventListener(sign, start, { signal: stop.signal, passive: true, capture: true })
  return () => stop.abort()

  function start() {
    stop.abort()
    whenIdle(drawNext)
  }

  function drawNext() {
    const next = waiting.shift()
    if (!next) return endFirstView()
    next.style.contentVisibility = 'visible'
    whenIdle(drawNext)
  }
}

/** Safari knows no idle moments. */
function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 100)
}
