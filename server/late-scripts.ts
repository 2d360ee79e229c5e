// A page's scripts wait until it has been painted: on a slow line they would take the place of its fonts and pictures.
import { followLinks } from './carried-styles.ts'

const preloadedModule = /<link rel="modulepreload" href="([^"]+)"\/>/g
const startingModule = /<script type="module" async="">([\s\S]*?)<\/script>/

/**
 * Puts off what the router starts a page with: its first module becomes a text that browsers do not run, with the
 * addresses of everything it needs, and a small script runs it once the page stands. A page without script stays as it is.
 */
export function putOffScripts(html: string): string {
  if (!startingModule.test(html)) return html
  const needs = Array.from(html.matchAll(preloadedModule), ([, address = '']) => address).join(' ')
  return html
    .replaceAll(preloadedModule, '')
    .replace(
      startingModule,
      (_, start: string) =>
        `<script type="late-module" data-needs="${needs}">${start}</script><script>${laterScript}</script>`,
    )
}

const laterScript = `(${startLater.toString()})(window);(${followLinks.toString()})(document)`.replaceAll(
  /\n\s+/g,
  '\n',
)

/**
 * Runs in the browser, right behind the put-off module, and sees nothing outside itself. It starts the module when the
 * page and its pictures are loaded and painted, when somebody touches the page, or a second and a half after it came,
 * whichever is first. Until then every control is what HTML makes of it: a link, a form, a part that opens.
 */
export function startLater(win: Window & typeof globalThis) {
  const { document } = win
  const held = document.currentScript?.previousElementSibling as HTMLScriptElement
  const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown']
  let isStarted = false

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
  // A large picture may follow the words.
  void Promise.all([loaded, painted]).then(() => win.setTimeout(start, 200))
  win.setTimeout(start, 1_500)

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
      const script = document.createElement('script')
      script.type = 'module'
      script.textContent = held.textContent
      held.after(script)
    })
  }
}
