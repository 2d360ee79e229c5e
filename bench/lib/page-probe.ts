// Runs in a measured page before its scripts, and reports what a visitor could see.

/** One observation. `at` is wall-clock time in milliseconds. */
export type Sighting =
  | { kind: 'start' | 'first paint' | 'alive'; at: number }
  | { kind: 'largest paint' | 'long task'; at: number; ms: number }
  | { kind: 'result'; at: number; text: string }

/**
 * Watches the page it is run in, until the page is left. Reports through `window.reportSighting`.
 *
 * A page is alive once its script has run and React has each control of its islands. Blocked frames delay what is reported, as they
 * delay what is seen.
 */
export function watchPage(resultSelector: string) {
  if (window.top !== window) return
  const report = (sighting: Sighting) =>
    (window as unknown as { reportSighting: (sighting: Sighting) => void }).reportSighting(sighting)
  const origin = performance.timeOrigin
  const aliveCheckMs = 50

  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  report({ kind: 'start', at: origin })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-paint') report({ kind: 'first paint', at: origin + startTime })
  })
  observe('largest-contentful-paint', ({ startTime }) =>
    report({ kind: 'largest paint', at: origin + startTime, ms: startTime }),
  )
  observe('longtask', ({ startTime, duration }) =>
    report({ kind: 'long task', at: origin + startTime, ms: duration }),
  )

  // The page's own module is run before this event.
  let hasRun = false
  document.addEventListener('DOMContentLoaded', () => (hasRun = true))
  const isReacts = (control: Element) => Object.keys(control).some((key) => key.startsWith('__reactProps$'))
  const isAlive = () =>
    hasRun &&
    [...document.querySelectorAll('[data-island] :is(a[href], button, input, select, textarea)')].every(
      isReacts,
    )

  const isOnScreen = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    const middle = (top + bottom) / 2
    return width > 0 && middle >= 0 && middle <= innerHeight && element.checkVisibility()
  }
  const textOf = (element: Element) => {
    const value =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.value : ''
    return (value || element.textContent).replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  }
  const readResult = () => {
    const shown = [...document.querySelectorAll(resultSelector)].filter(isOnScreen).map(textOf)
    return [location.pathname + location.search, ...shown].join(' | ')
  }

  let [last, wasAlive, checkedAt] = ['', false, 0]
  const look = () => {
    const text = document.body ? readResult() : ''
    // Reported after the frame that shows it.
    if (text !== last) setTimeout(() => report({ kind: 'result', at: origin + performance.now(), text }))
    last = text
    if (!wasAlive && performance.now() - checkedAt > aliveCheckMs) {
      checkedAt = performance.now()
      wasAlive = isAlive()
      if (wasAlive) report({ kind: 'alive', at: origin + checkedAt })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
