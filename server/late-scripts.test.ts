import { expect, test } from 'vitest'
import { putOffScripts, restMs, startLater } from './late-scripts.ts'

const page =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>' +
  '<body><button type="button">Open</button><script>window.before=1</script><script type="module" async="">import "/assets/a.js"</script></body></html>'

test('what starts a page becomes a text with its needs, and no module is fetched before it', () => {
  const put = putOffScripts(page, 'task')
  expect(put).not.toContain('<link rel="modulepreload"')
  expect(put).toContain(
    '<script type="late-module" data-needs="/assets/a.js /assets/b.js" data-rest="200">import "/assets/a.js"</script><script>(',
  )
  expect(put).toContain('<script>window.before=1</script>')
})

test('the data it starts with waits as a text, every part of it', () => {
  const data =
    '<script>window.__reactRouterContext = {};</script><script>window.__reactRouterContext.x();</script>'
  expect(putOffScripts(page + data, 'task')).toContain(
    '<script type="late-data">window.__reactRouterContext = {};</script><script type="late-data">window.__reactRouterContext.x();</script>',
  )
})

test('what the script says is sent as it is, whatever signs it holds', () => {
  const put = putOffScripts(
    page.replace('import "/assets/a.js"', () => 'const a = "$& $1 $$"'),
    'reading',
  )
  expect(put).toContain('const a = "$& $1 $$"</script>')
})

test('a page without script stays as it is', () => {
  const gate = '<html><body><script>ask()</script></body></html>'
  expect(putOffScripts(gate, 'reading')).toBe(gate)
})

/** A window as far as the small script needs one. Its timers run when they are told to. */
function openWindow(rest: number = restMs.task) {
  const listeners = new Map<string, (event: object) => void>()
  const timers: { run: () => void; ms: number }[] = []
  const put: string[] = []
  let seePaint = () => {}
  const held = {
    dataset: { needs: '/assets/a.js /assets/b.js', rest: String(rest) },
    textContent: 'start()',
    after: (script: { textContent: string }) => put.push(script.textContent),
  }
  const dataset: DOMStringMap = {}
  const location = { pathname: '/faq', search: '', reload: () => put.push('reloaded') }
  const win = {
    location,
    document: {
      documentElement: { dataset },
      currentScript: { previousElementSibling: held },
      head: { append: (link: { href: string }) => put.push(link.href) },
      createElement: () => ({}),
      querySelectorAll: () => [
        {
          textContent: 'data',
          replaceWith: (script: { textContent: string }) => put.push(script.textContent),
        },
      ],
    },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
    setTimeout: (run: () => void, ms = 0) => timers.push({ run, ms }),
    PerformanceObserver: class {
      constructor(told: (paints: object) => void) {
        seePaint = () => told({ getEntriesByName: () => [{}] })
      }
      observe() {}
    },
  }
  startLater(win as unknown as Parameters<typeof startLater>[0])
  return {
    put,
    location,
    dataset,
    tell: (type: string, more: object = {}) => listeners.get(type)?.({ type, ...more }),
    seePaint: () => seePaint(),
    /** Runs the timers that are due after so many milliseconds at most. */
    wait: (ms: number) => {
      for (const timer of timers.splice(0)) {
        if (timer.ms <= ms) timer.run()
        else timers.push(timer)
      }
    },
  }
}

const all = ['/assets/a.js', '/assets/b.js', 'data', 'start()']

test('a sign of the visitor starts the script, a pointer that rests does not', () => {
  const win = openWindow()
  win.tell('pointermove', { movementX: 0, movementY: 0 })
  win.wait(0)
  expect(win.put).toEqual([])
  win.tell('pointermove', { movementX: 0, movementY: 1 })
  win.tell('touchstart')
  win.wait(0)
  expect(win.put).toEqual(all)
})

test.each(['touchstart', 'wheel', 'keydown', 'focusin', 'click'])('%s is a sign, too', (sign) => {
  const win = openWindow(restMs.reading)
  win.tell(sign)
  win.wait(0)
  expect(win.put).toEqual(all)
})

test('a step back to another address opens it anew, as long as no router would', () => {
  const win = openWindow()
  win.tell('popstate')
  expect(win.put).toEqual([])
  win.location.search = '?q=form'
  win.tell('popstate')
  expect(win.put).toEqual(['reloaded'])
  win.dataset.hydrated = 'yes'
  win.tell('popstate')
  expect(win.put).toEqual(['reloaded'])
})

test('nobody moves in it: the script starts when the page was loaded and painted for a while, once', async () => {
  const win = openWindow(restMs.reading)
  win.tell('load')
  await Promise.resolve()
  win.wait(restMs.reading)
  expect(win.put).toEqual([])
  win.seePaint()
  await new Promise((resolve) => setImmediate(resolve))
  win.wait(restMs.reading - 1)
  win.wait(0)
  expect(win.put).toEqual([])
  win.wait(restMs.reading)
  win.tell('click')
  win.wait(1_500 + restMs.reading)
  win.wait(0)
  expect(win.put).toEqual(all)
})

test('a page with something to do starts as soon as it is painted', async () => {
  const win = openWindow()
  win.tell('load')
  win.seePaint()
  await new Promise((resolve) => setImmediate(resolve))
  win.wait(200)
  win.wait(1_700)
  win.wait(0)
  expect(win.put).toEqual(all)
})

test('a page that is never painted, as in a tab behind others, has its script after a while', () => {
  const win = openWindow(restMs.reading)
  win.wait(6_499)
  expect(win.put).toEqual([])
  win.wait(6_500)
  win.wait(0)
  expect(win.put).toEqual(all)
})
