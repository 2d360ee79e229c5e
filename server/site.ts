import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { gateVerdict, readVerified } from '#app/features/age-gate/middleware.server.ts'
import { isFromThisMachine } from '#app/http/client-address.server.ts'
import type { Visit } from '#app/http/context.server.ts'
import { readHostCookies, writeHostCookies } from '#app/http/cookies.server.ts'
import { withReadableAddress } from '#app/http/form.ts'
import { refuseCrossSite, refuseUnknownHost } from '#app/http/foreign-requests.server.ts'
import { nonDocumentHeaders, securityHeaders } from '#app/http/security-headers.server.ts'
import { createEventStreams } from '#app/live/event-stream.server.ts'
import { clockPath } from '#app/ui/server-clock.ts'
import type { Settings } from './env.ts'
import type { OpenShop } from './open-shop.ts'
import { maxBodyBytes } from './paths.ts'
import { type Environment, reportRequests } from './request-reports.ts'
import { createRouter, type Served } from './router.ts'
import { serveFiles } from './static-files.ts'

type Site = {
  fetch: (request: Request, bindings: object) => Response | Promise<Response>
  /** Tells balancers that this process is about to stop. It still answers everything. */
  startDraining: () => void
  drain: () => void
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
/** Further methods that the API refuses in its own format. Anything else may not even parse on this platform. */
const machineMethods = new Set([...methods, 'PUT', 'PATCH', 'DELETE'])

export function createSite(
  open: Pick<OpenShop, 'shop' | 'isReady'>,
  settings: Settings,
  served: Served,
): Site {
  const { shop } = open
  const { PUBLIC_URL: publicUrl, isPublic } = settings
  const https = publicUrl.startsWith('https:')
  const ofPages = Object.entries(securityHeaders({ https }))
  const ofParts = Object.entries(nonDocumentHeaders({ https }))
  const streams = createEventStreams({ live: shop.live, log: shop.log })
  const router = createRouter(shop, settings, served)
  const { addressOf, reportOf, reported, logRequest } = reportRequests(shop, settings)
  let isDraining = false

  const app = new Hono<Environment>()

  app.use(async (c, next) => {
    // Our own id, never the caller's: log fields must not be chosen from outside.
    const requestId = randomUUID()
    c.set('requestId', requestId)
    const begun = performance.now()
    await next()
    const isPart = c.req.path.startsWith('/assets/')
    for (const [name, value] of isPart ? ofParts : ofPages)
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    // Redirects, refusals and data of a route without a caching policy may belong to one visitor.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'private, no-store')
    if (!isPart) c.res.headers.set('X-Request-Id', requestId)
    logRequest(c, requestId, performance.now() - begun)
  })
  // First of all: the platform cannot even represent requests of some methods.
  app.use((c, next) => {
    const known = c.req.path.startsWith('/api/') ? machineMethods : methods
    if (known.has(c.req.method)) return next()
    return Promise.resolve(c.text('Method not allowed.', 405, { Allow: 'GET, HEAD, POST' }))
  })
  app.use((c, next) => {
    c.req.raw = withReadableAddress(c.req.raw)
    return next()
  })
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    if (isDraining || !(await open.isReady().catch(() => false))) return c.json({ ok: false }, 503)
    return c.json({ ok: true })
  })
  if (isPublic)
    app.use(async (c, next) => reported(c, 'host_refused', refuseUnknownHost(c.req.raw, publicUrl)) ?? next())
  if (served.mode === 'production') serveFiles(app, shop.dataDir)
  const sameOrigin = { publicUrl, isPublic, exempt: ['/webhooks/', '/subscriptions/unsubscribe', '/api/'] }
  app.use(async (c, next) => reported(c, 'origin_refused', refuseCrossSite(c.req.raw, sameOrigin)) ?? next())
  app.use((c, next) => {
    const { method, path } = c.req
    // Even to look for a body takes time.
    if (method === 'GET' || method === 'HEAD') return next()
    const maxSize = maxBodyBytes(path)
    return bodyLimit({ maxSize, onError: (c) => c.text('This is too large.', 413) })(c, next)
  })
  app.get('/events', (c) => {
    const answer = streams.answer(c.req.raw, addressOf(c))
    if (answer.status === 429) reportOf(c)('over_limit', { limit: 'streams' })
    return answer
  })
  app.get(clockPath, (c) => c.text(shop.now().toISOString()))
  // No page of ours hydrates: what the router answers to such pages would only be a second way to what loaders say.
  app.use((c, next) => {
    const { pathname } = new URL(c.req.raw.url)
    const isForHydration = pathname.endsWith('.data') || pathname.startsWith('/__manifest')
    return isForHydration ? Promise.resolve(c.text('Not found.', 404)) : next()
  })
  if (https)
    app.use(async (c, next) => {
      c.req.raw = readHostCookies(c.req.raw)
      await next()
      writeHostCookies(c.res.headers)
    })
  app.all('*', (c) => {
    const visit: Visit = {
      requestId: c.get('requestId'),
      address: addressOf(c),
      isLocal: !isPublic && isFromThisMachine(c.req.raw, c.env.incoming?.socket?.remoteAddress),
      report: reportOf(c),
      isVerified: readVerified(c.req.raw, shop.now()),
      cookies: [],
    }
    return router.answer(c.req.raw, visit, gateVerdict(c.req.raw, visit.isVerified))
  })
  app.onError((error, c) => {
    if (!c.req.raw.signal.aborted)
      shop.log.error(
        { err: error, requestId: c.get('requestId'), path: c.req.path },
        'Request failed outside the router',
      )
    return c.text(`Something went wrong. Reference ${c.get('requestId')}`, 500)
  })

  function startDraining() {
    isDraining = true
  }

  function drain() {
    startDraining()
    streams.closeAll()
  }

  return { fetch: app.fetch, startDraining, drain }
}
