// Which inline scripts are ours. The content policy allows only these, so a script injected into a page does not run.
import { gateScript } from '#app/features/age-gate/gate-script.ts'
import { heldScript } from '#app/http/held-orders.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, ScrollRestoration } from 'react-router'
import { earlyEventsScript } from '#app/ui/early-events.ts'

/** The scripts the shop writes into its pages, byte for byte. */
const own: ReadonlySet<string> = new Set([
  gateScript('gate'),
  gateScript('inside'),
  heldScript(),
  earlyEventsScript(),
  scrollScript(),
])

/** The router's scroll restoration script, exactly as its component writes it. */
function scrollScript(): string {
  const page = createRoutesStub([{ path: '/', Component: () => createElement(ScrollRestoration) }])
  const html = renderToStaticMarkup(createElement(page))
  return /^<script>([\s\S]*)<\/script>$/.exec(html)?.[1] ?? ''
}

/** Whether an inline script is one of ours, or one of the router's in its exact shape with only data inside. */
export function isKnownScript(source: string): boolean {
  return own.has(source) || isRouterData(source) || isRouterStart(source)
}

const context = {
  start: 'window.__reactRouterContext = ',
  end: ';window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());',
}
const chunk = { start: 'window.__reactRouterContext.streamController.enqueue(', end: ');' }
const lastChunk = 'window.__reactRouterContext.streamController.close();'

/** The loader data on its way to the browser. */
function isRouterData(source: string): boolean {
  if (source === lastChunk) return true
  const isObject = (value: unknown) => typeof value === 'object'
  return isAround(source, context, isObject) || isAround(source, chunk, (value) => typeof value === 'string')
}

const asset = String.raw`"\/assets\/[^"\\\s]+"`
const names = String.raw`\.\.\.\w+(?:,\.\.\.\w+)*`
const imports = new RegExp(
  String.raw`^(?:import ${asset})?;\n(?:import \* as \w+ from ${asset};\n|const \w+ = \{${names}\};\n)*  $`,
)
const routeModules = new RegExp(
  String.raw`^  window\.__reactRouterRouteModules = \{(?:"[^"\\<]*":\w+,?)*\};\n\nimport\(${asset}\);$`,
)
const manifest = { start: 'window.__reactRouterManifest = ', end: ';\n' }

/** The module that starts the router: it imports our files and names the page's routes. */
function isRouterStart(source: string): boolean {
  const at = source.indexOf('  window.__reactRouterRouteModules = ')
  if (at < 0 || !routeModules.test(source.slice(at))) return false
  const before = source.slice(0, at)
  const manifestAt = before.indexOf(manifest.start)
  if (manifestAt < 0) return imports.test(before.replace(/\n$/, ''))
  return (
    imports.test(before.slice(0, manifestAt)) &&
    isAround(before.slice(manifestAt), manifest, (value) => typeof value === 'object')
  )
}

/** Whether a script has this start and this end around one JSON value of the right kind. */
function isAround(
  source: string,
  { start, end }: { start: string; end: string },
  isRight: (value: unknown) => boolean,
): boolean {
  if (!source.startsWith(start) || !source.endsWith(end) || source.length < start.length + end.length)
    return false
  try {
    return isRight(JSON.parse(source.slice(start.length, -end.length)))
  } catch {
    return false
  }
}
