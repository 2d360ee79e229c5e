// A page's scripts come when somebody is there for whom they can do something. Before, they would take the place of its
// fonts and pictures on a slow line, and of its painting on a slow device.
import { countdownParts, secondsLeft, twoDigits } from '#app/ui/countdown-parts.ts'
import { runClocks } from '#app/ui/run-clocks.ts'
import { followLinks } from './carried-styles.ts'

const preloadedModule = /<link rel="modulepreload" href="([^"]+)"\/>/g
const startingModule = /<script type="module" async="">([\s\S]*?)<\/script>/
/** What the module finds when it starts: the loaders' data, which takes a while to read. */
const startingData = /<script>(?=window\.__reactRouterContext\b)/g

/**
 * How long a page stands before it starts its script unasked, in milliseconds: at once where a visitor has something to
 * do, after a while where most come to read. What a page of the second kind shows is at most so much older than usual.
 */
export const restMs = { task: 200, reading: 5_000 } as const

/**
 * Puts off what the router starts a page with: its data and its first module become texts that browsers do not run, the
 * latter with the addresses of everything it needs, and a small script runs them at a sign of the visitor, or after a
 * rest. A page without script stays as it is.
 */
export function putOffScripts(html: string, rest: keyof typeof restMs): string {
  if (!startingModule.test(html)) return html
  const needs = Array.from(html.matchAll(preloadedModule), ([, address = '']) => address).join(' ')
  return html
    .replaceAll(preloadedModule, '')
    .replaceAll(startingData, '<script type="late-data">')
    .replace(
      startingModule,
      (_, start: string) =>
        `<script type="late-module" data-needs="${needs}" data-rest="${restMs[rest]}">${start}</script><script>${laterScript}</script>`,
    )
}

/** The small script that does so, as it stands in every page. */
export const laterScript = [
  `(${startLater.toString()})(window);`,
  `(${followLinks.toString()})(document);`,
  `(()=>{${secondsLeft.toString()}`, // countdownParts calls it
  `(${runClocks.toString()})(window,${countdownParts.toString()},${twoDigits.toString()})})()`,
]
  .join('\n')
  .replaceAll(/\n\s+/g, '\n')

/**
 * Runs in the browser, right behind the put-off module, and sees nothing outside itself. It starts the module when
 * somebody moves in the page, or when the page and its pictures have been painted for as long as the module's rest. Until
 * then every control is what HTML makes of it: a link, a form, a part that opens.
 */
export function startLater(win: Window & typeof globalThis) {
  const { document } = win
  const held = document.currentScript?.previousElementSibling as HTMLScriptElement
  const rest = Number(held.dataset.rest)
  const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', 'click']
  const { pathname, search } = win.location
  let isStarted = false

  win.addEventListener('popstate', openLeftPage)
  for (const sign of signs) win.addEventListener(sign, startAtSign, { capture: true, passive: true })
  const loaded = new Promise((resolve) => {
    win.addEventListener('load', resolve)
  })
  // The browser says when words or pictures are seen: what it paints before that is the ground they stand on.
  const painted = new Promise<void>((resolve) => {
    const seen = new win.PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve()
    })
    seen.observe({ type: 'paint', buffered: true })
  })
  void Promise.all([loaded, painted]).then(() => win.setTimeout(start, rest))
  // A page that is not painted, as in a tab behind others, or that waits for a large picture.
  win.setTimeout(start, 1_500 + rest)

  // Back, after a reload: the browser takes it for a step within this page, and only a router knows better.
  function openLeftPage() {
    const { location } = win
    const isLeft = location.pathname !== pathname || location.search !== search
    if (isLeft && !document.documentElement.dataset.hydrated) location.reload()
  }

  function startAtSign(event: Event) {
    // A page that comes up under a pointer is told of a move, also when the pointer rests.
    const { movementX, movementY } = event as PointerEvent
    if (event.type !== 'pointermove' || movementX !== 0 || movementY !== 0) start()
  }

  function start() {
    if (isStarted) return
    isStarted = true
    for (const sign of signs) win.removeEventListener(sign, startAtSign, true)
    // Each in a turn of its own: what the visitor does meanwhile comes between them.
    for (const address of held.dataset.needs?.split(' ') ?? [])
      win.setTimeout(() => {
        const link = document.createElement('link')
        link.rel = 'modulepreload'
        link.href = address
        document.head.append(link)
      })
    win.setTimeout(() => {
      for (const data of document.querySelectorAll('script[type=late-data]')) {
        const script = document.createElement('script')
        script.textContent = data.textContent
        data.replaceWith(script)
      }
    })
    win.setTimeout(() => {
      const script = document.createElement('script')
      script.type = 'module'
      script.textContent = held.textContent
      held.after(script)
    })
  }
}
