import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, ScrollRestoration } from 'react-router'
import { expect, test } from 'vitest'
import { gateScript } from '#app/features/age-gate/gate-script.ts'
import { heldScript } from '#app/http/held-orders.ts'
import { earlyEventsScript } from '#app/ui/early-events.ts'
import { isKnownScript } from './known-scripts.ts'

const enqueue = (json: string) => `window.__reactRouterContext.streamController.enqueue(${json});`
const start = (json: string, tail = '') =>
  `window.__reactRouterContext = ${json};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());${tail}`
const module = ({ path = '/assets/root.js', manifest = '{"a": 1}', id = 'root', more = '' } = {}) =>
  `;\nimport * as route0 from "${path}";\nimport * as route1_main from "/assets/a-B_1.js";\nconst route1 = {...route1_main};\n  window.__reactRouterManifest = ${manifest};\n  window.__reactRouterRouteModules = {"${id}":route0,"x/y":route1};\n\nimport("/assets/entry.js");${more}`

test.each([
  ['the gate', gateScript('gate')],
  ['the look at the record', gateScript('inside')],
  ['the place of the line of what is held', heldScript()],
  ['the holding of early presses', earlyEventsScript()],
  ['the data of the loaders', enqueue('"[{\\"a\\":1},\\u003c]\\n"')],
  ['their end', 'window.__reactRouterContext.streamController.close();'],
  ['the context', start('{"basename":"/","future":{}}')],
  ['the first module', module()],
])('%s is ours', (_what, source) => {
  expect(isKnownScript(source)).toBe(true)
})

test('the router’s scroll restoration script is known', () => {
  const route = { path: '/', Component: () => createElement(ScrollRestoration) }
  const page = createElement(createRoutesStub([route]))
  const [, source = ''] = /<script>([\s\S]*)<\/script>/.exec(renderToStaticMarkup(page)) ?? []
  expect(source).toContain('scrollTo')
  expect(isKnownScript(source)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['any script', 'alert(1)'],
  ['ours with more behind it', `${gateScript('inside')};alert(1)`],
  ['ours with more before it', `alert(1);${gateScript('inside')}`],
  ['data that ends early', enqueue('"a");alert(1);("')],
  ['data that is no text', enqueue('alert(1)')],
  ['data that is an object', enqueue('{"a":1}')],
  ['data with more behind it', `${enqueue('"a"')}alert(1);`],
  ['an end with more behind it', 'window.__reactRouterContext.streamController.close();alert(1)'],
  ['a context that runs', start('alert(1)')],
  ['a context with more behind it', start('{}', 'alert(1);')],
  ['a module of another site', module({ path: '//evil.example/x.js' })],
  ['a module that is not an asset', module({ path: '/mailbox/1/files/x.js' })],
  ['a module in data', module({ path: 'data:text/javascript,alert(1)' })],
  ['a manifest that runs', module({ manifest: 'alert(1)' })],
  ['a manifest with more behind it', module({ manifest: '{};alert(1)' })],
  ['a route that runs', module({ id: 'a":alert(1),"b' })],
  ['a module with more behind it', module({ more: 'alert(1)' })],
  ['a module with more before it', `alert(1);${module()}`],
])('%s is not', (_what, source) => {
  expect(isKnownScript(source)).toBe(false)
})
