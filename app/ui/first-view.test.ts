import { expect, test } from 'vitest'
import { markFirstView } from './first-view.tsx'

/** A page of three parts as its head finds it: what the script does to it is done by hand, a frame and a paint at a time. */
function openedBy(type: string, hash = '', isPhone = true) {
  const parts = [{ style: {} }, { style: {} }, { style: {} }] as HTMLElement[]
  const root = { dataset: {} as DOMStringMap }
  const document = { documentElement: root, readyState: 'loading', querySelectorAll: () => parts }
  const signs = new Map<string, () => void>()
  let [paint, frame, late] = [() => {}, () => {}, () => {}]
  const win = {
    document,
    performance: { getEntriesByType: () => [{ type }] },
    location: { hash },
    matchMedia: () => ({ matches: isPhone }),
    addEventListener: (sign: string, act: () => void) => signs.set(sign, act),
    requestAnimationFrame: (act: () => void) => (frame = act),
    setTimeout: (act: () => void, ms?: number) => (ms ? (late = act) : act()),
    PerformanceObserver: class {
      constructor(tell: (paints: object, observer: object) => void) {
        const paints = { getEntriesByName: () => [{}] }
        paint = () => tell(paints, { disconnect: () => {} })
      }
      observe() {}
    },
  }
  markFirstView(win as unknown as Window & typeof globalThis, {
    phone: '(width < 600px)',
    parts: '.far',
    signs: ['wheel'],
  })
  return {
    root,
    document,
    signs,
    drawn: () => parts.map(({ style }) => style.contentVisibility || '-').join(' '),
    paint: () => paint(),
    frame: () => frame(),
    late: () => late(),
  }
}

test('a page is drawn piece by piece where it is opened at its top, and whole where somebody comes to a place in it', () => {
  expect(openedBy('navigate').root.dataset).toEqual({ firstView: 'window' })
  expect(openedBy('navigate', '#deposit').root.dataset).toEqual({})
  expect(openedBy('reload').root.dataset).toEqual({})
  expect(openedBy('back_forward').root.dataset).toEqual({})
})

test('what is near waits for the window to be painted and the document to be whole, and comes a part a frame', () => {
  const page = openedBy('navigate')
  page.paint()
  page.frame()
  expect(page.drawn()).toBe('- - -')
  page.document.readyState = 'interactive'
  page.frame()
  expect(page.drawn()).toBe('auto - -')
  page.frame()
  page.frame()
  expect(page.drawn()).toBe('auto auto auto')
  expect(page.root.dataset).toEqual({ firstView: 'window' })
  page.frame()
  expect([page.root.dataset, page.drawn()]).toEqual([{ firstView: 'near' }, '- - -'])
})

test('a visitor who moves sees all that is near at once', () => {
  const page = openedBy('navigate')
  page.document.readyState = 'complete'
  page.paint()
  page.signs.get('wheel')?.()
  expect([page.root.dataset, page.drawn()]).toEqual([{ firstView: 'near' }, '- - -'])
  page.frame()
  expect([page.root.dataset, page.drawn()]).toEqual([{ firstView: 'near' }, '- - -'])
})

test('a page that is not painted waits no longer than a few seconds', () => {
  const page = openedBy('navigate')
  page.late()
  expect(page.root.dataset).toEqual({ firstView: 'near' })
})

test('a page that was left, or that is wanted whole, stays so', () => {
  const page = openedBy('navigate')
  page.document.readyState = 'complete'
  page.paint()
  delete page.root.dataset.firstView
  page.frame()
  expect([page.root.dataset, page.drawn()]).toEqual([{}, '- - -'])
})

test('a wide window hides nothing, and leaves every part to its style sheet', () => {
  const page = openedBy('navigate', '', false)
  expect(page.root.dataset).toEqual({ firstView: 'near' })
  page.document.readyState = 'complete'
  page.paint()
  page.frame()
  expect([page.root.dataset, page.drawn()]).toEqual([{ firstView: 'near' }, '- - -'])
})
