import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from './hydrated.ts'
import { InlineScript } from './inline-script.tsx'

/** Windows that are painted before what is near them. Higher ones would show the gaps. */
const phone = '(width < 600px) and (height < 960px)'

/** What waits for its turn in a first view, there or everywhere: layout.css says which and how. */
const parts = '.sec:not(:first-child), .below, .below-rest > :not(:first-child), .far, #main ~ .foot'

/** What a visitor does who goes on from what is seen first. */
const signs = ['scroll', 'wheel', 'pointerdown', 'keydown']

/**
 * Belongs in the head. Where a page is opened at its top, what is below the window is not laid out and painted with the
 * rest: on a phone what is near follows part by part once the window has been painted, and what is far when it comes near,
 * or in idle moments once the visitor begins to move. Where somebody comes to a place in a page, or back to one, the page
 * has to have its true height at once.
 */
export function FirstView() {
  // The browser has run it by the time it hydrates; leaving it out there keeps it out of the page's script.
  return <InlineScript source={import.meta.env.SSR ? firstViewScript() : ''} />
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

/** The text of the script that marks a first view. The same on every page: the content policy knows it. */
export function firstViewScript(): string {
  return `(${markFirstView.toString()})(window,${JSON.stringify({ phone, parts, signs: ['touchstart', ...signs] })})`
}

/** Runs in the browser before anything is painted, and sees nothing outside itself. */
export function markFirstView(
  win: Window & typeof globalThis,
  { phone, parts, signs }: { phone: string; parts: string; signs: readonly string[] },
) {
  const { document, performance } = win
  const root = document.documentElement
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (opened?.type !== 'navigate' || win.location.hash) return
  const isPhone = win.matchMedia(phone).matches
  root.dataset.firstView = isPhone ? 'window' : 'near'
  if (!isPhone) return

  const stop = new AbortController()
  const drawn: HTMLElement[] = []
  let waiting: HTMLElement[] | undefined
  for (const sign of signs)
    win.addEventListener(sign, end, { signal: stop.signal, passive: true, capture: true })
  new win.PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    drawNext()
  }).observe({ type: 'paint', buffered: true })
  win.setTimeout(end, 3_000) // a page that is not painted, as in a tab behind others

  /** One part a frame: two in one would hold the visitor up for as long as both. */
  function drawNext() {
    if (root.dataset.firstView !== 'window') return end()
    if (document.readyState !== 'loading') {
      waiting ??= [...document.querySelectorAll<HTMLElement>(parts)]
      const next = waiting.shift()
      if (!next) return end()
      next.style.contentVisibility = 'auto'
      drawn.push(next)
    }
    win.requestAnimationFrame(() => win.setTimeout(drawNext))
  }

  function end() {
    stop.abort()
    if (root.dataset.firstView) root.dataset.firstView = 'near'
    for (const part of drawn.splice(0)) part.style.contentVisibility = ''
  }
}

function endFirstView() {
  delete document.documentElement.dataset.firstView
}

/** Waits for a sign, then draws one part after the other from the top, each in an idle moment. Returns how to stop. */
function drawTheRest(): (() => void) | undefined {
  if (document.documentElement.dataset.firstView === undefined) return undefined
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
