// Runs in a measured page before its scripts, and reports what a visitor could see.

/** One observation. `at` is wall-clock time in milliseconds. */
export type Sighting =
  | { kind: 'start' | 'first paint' | 'alive'; at: number }
  | { kind: 'largest paint' | 'long task'; at: number; ms: number }
  | { kind: 'result'; at: number; text: string }

/**
 * Watches the page it is run in, until the page is left. Reports through `window.reportSighting`.
 *
 * A page is alive once React has committed its root and every control carries React's own properties: nothing that
 * the page says about itself is trusted. Blocked frames delay what is reported, as they delay what is seen.
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

  const ownKey = (node: Node, prefix: string) => Object.keys(node).find((key) => key.startsWith(prefix))
  const isRootCommitted = () => {
    const key = ownKey(document, '__reactContainer$')
    const root = key && (document as unknown as Record<string, { stateNode: ReactRoot }>)[key]
    return Boolean(root && root.stateNode.current.memoizedState?.isDehydrated === false)
  }
  type ReactRoot = { current: { memoizedState?: { isDehydrated?: boolean } } }
  const isAlive = () =>
    document.readyState !== 'loading' &&
    isRootCommitted() &&
    [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].every((control) =>
      ownKey(control, '__reactProps$'),
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
