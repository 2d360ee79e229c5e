import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { gateDocument, gateVerdict, readVerified } from '#app/features/age-gate/middleware.server.ts'
import { dueCounter } from '#app/due-counts.server.ts'
import { thingNamer } from '#app/audit-names.server.ts'
import { namesContext } from '#app/features/audit/access.server.ts'
import { dueContext } from '#app/features/console/access.server.ts'
import { cartGoodsContext } from '#app/features/cart/store.server.ts'
import { expireOldOrderCookies } from '#app/features/orders/access.server.ts'
import { sellablesContext } from '#app/features/orders/store.server.ts'
import { sampleContext } from '#app/features/setup/store.server.ts'
import { isFromThisMachine } from '#app/http/client-address.server.ts'
import { shopContext, type Visit, visitContext } from '#app/http/context.server.ts'
import { readHostCookies, writeHostCookies } from '#app/http/host-cookies.server.ts'
import { refuseUnknownHost } from '#app/http/public-host.server.ts'
import { withReadableAddress } from '#app/http/read-form.server.ts'
import { refuseCrossSite } from '#app/http/same-origin.server.ts'
import { reportLimits } from '#app/http/security-log.server.ts'
import { nonDocumentHeaders, securityHeaders } from '#app/http/security-headers.server.ts'
import { createEventStreams } from '#app/live/event-stream.server.ts'
import { cartGoodsIn, sellables } from '#app/sellables.server.ts'
import { limitBodies } from './body-limits.ts'
import { drawBusyPage } from './busy-page.tsx'
import { buffer, thirdPartyHeader, isBufferable, markPrivate, send } from './document.ts'
import type { Settings } from './env.ts'
import { sampleCatalog } from './sample-catalog.ts'
import { thirdPartyOrigin } from './third-party-origin.ts'
import { busy, limitConcurrency } from './limit-concurrency.ts'
import type { OpenShop } from './open-shop.ts'
import { handleOutages } from './outage.ts'
import { createPageCache } from './page-cache.ts'
import { type Environment, reportRequests } from './request-reports.ts'
import { toVisitorResponse, tooBusy } from './visitor-response.ts'
import { createSectionedHandler } from './route-sections.ts'
import { findSharedRoutes } from './shared-routes.ts'
import { guardStaff } from './staff-routes.ts'
import { serveFiles } from './static-files.ts'

type Site = {
  fetch: (request: Request, bindings: object) => Response | Promise<Response>
  /** Tells balancers that this process is about to stop. It still answers everything. */
  startDraining: () => void
  /** Also tells balancers, and ends the event streams of open pages. */
  drain: () => void
}

type Served = { build: ServerBuild | (() => Promise<ServerBuild>); mode: 'production' | 'development' }

/**
 * One process renders one page at a time; a few more may wait for the database. The last of those waiting would be
 * answered after some ten seconds, when its visitor has left: any further request gets a 503 with a time to come back.
 */
const renderingLimit = { maxRunning: 12, maxWaiting: 600 }

/** The methods of browsers. */
const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
/** Further methods that the API refuses in its own format. Anything else may not even parse on this platform. */
const machineMethods = new Set([...methods, 'PUT', 'PATCH', 'DELETE'])

const guarded = (build: ServerBuild) => handleOutages(guardStaff(build))

/** The web site: everything that happens to a request before and after the router, in order. */
export function createSite(
  open: Pick<OpenShop, 'shop' | 'isReady'>,
  settings: Settings,
  { build, mode }: Served,
): Site {
  const { shop } = open
  const { PUBLIC_URL: publicUrl, isPublic } = settings
  const https = publicUrl.startsWith('https:')
  const ofPages = Object.entries(securityHeaders({ https }))
  const ofParts = Object.entries(nonDocumentHeaders({ https }))
  const route =
    typeof build === 'function'
      ? createRequestHandler(async () => guarded(await build()), mode)
      : createSectionedHandler(guarded(build), mode)
  // In development every request is rendered as it was sent.
  const findShared = typeof build === 'function' ? () => undefined : findSharedRoutes(build, publicUrl)
  const streams = createEventStreams({ live: shop.live, log: shop.log })
  const { publicUrl: bucket } = shop.files
  const pageSettings = { mode, media: bucket === null ? null : new URL(bucket).origin }
  const pages = createPageCache(pageSettings, () => shop.now().getTime())
  const rendering = limitConcurrency(renderingLimit)
  const { addressOf, reportOf, reported, logRequest } = reportRequests(shop, settings)
  const busyPage = drawBusyPage(typeof build === 'function' ? [] : (build.assets.routes.root?.css ?? []))
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
  if (mode === 'production') serveFiles(app)
  const sameOrigin = { publicUrl, isPublic, exempt: ['/webhooks/', '/subscriptions/unsubscribe', '/api/'] }
  app.use(async (c, next) => reported(c, 'origin_refused', refuseCrossSite(c.req.raw, sameOrigin)) ?? next())
  app.use(limitBodies())
  app.get('/events', (c) => {
    const answer = streams.answer(c.req.raw, addressOf(c))
    if (answer.status === 429) reportOf(c)('over_limit', { limit: 'streams' })
    return answer
  })
  if (https)
    app.use(async (c, next) => {
      c.req.raw = readHostCookies(c.req.raw)
      await next()
      writeHostCookies(c.res.headers)
    })
  app.all('*', async (c) => {
    const report = reportOf(c)
    const visit: Visit = {
      requestId: c.get('requestId'),
      address: addressOf(c),
      isLocal: !isPublic && isFromThisMachine(c.req.raw, c.env.incoming?.socket?.remoteAddress),
      report,
      isVerified: readVerified(c.req.raw, shop.now()),
      cookies: [],
    }
    const verdict = gateVerdict(c.req.raw, visit.isVerified)
    if (verdict instanceof Response) return reported(c, 'gate_refused', verdict)
    const ofRequest = { ...shop, limits: reportLimits(shop.limits, report) }
    const render = async (request: Request) => {
      const context = new RouterContextProvider()
      context.set(shopContext, ofRequest)
      context.set(visitContext, visit)
      context.set(sellablesContext, sellables)
      context.set(sampleContext, sampleCatalog)
      context.set(cartGoodsContext, cartGoodsIn(shop.timeZone))
      context.set(dueContext, dueCounter(shop))
      context.set(namesContext, thingNamer(shop))
      const answered = async () => admitGuest(request, await route(request, context))
      // Only reads queue: a payment may wait for its gateway, and must not block others.
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      const answer = isReading ? await rendering(answered, request.signal) : await answered()
      return answer === busy ? tooBusy(c.req.raw, busyPage) : withCookies(answer, visit, request)
    }
    const request = c.req.raw
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const shared = isReading ? findShared(request) : undefined
    const source = shared?.request ?? request
    const draw = async () => {
      if (verdict !== 'gate') return render(source)
      const gate = await gateDocument(source, render)
      if (gate.status === 403) report('gate_refused')
      return gate
    }
    if (!shared) return finish(request, await draw())
    // The gate before a shared page is the same for everybody, too.
    const { path, key } = shared
    const target = { path: `${verdict} ${path}`, key: `${verdict} ${key}` }
    return toVisitorResponse(request, await pages.answer(target, request, draw))
  })
  app.onError((error, c) => {
    shop.log.error(
      { err: error, requestId: c.get('requestId'), path: c.req.path },
      'Request failed outside the router',
    )
    return c.text(`Something went wrong. Reference ${c.get('requestId')}`, 500)
  })

  /** A page that embeds another site names it, so that its content policy allows that site. */
  function admitGuest(request: Request, answer: Response): Response {
    const guest = thirdPartyOrigin(new URL(request.url).pathname, shop)
    if (guest && answer.headers.get('Content-Type')?.startsWith('text/html'))
      answer.headers.set(thirdPartyHeader, JSON.stringify(guest))
    return answer
  }

  /** Adds cookies set besides the route's own, and evicts the oldest where a browser has too many. */
  function withCookies(answer: Response, { cookies }: Visit, request: Request): Response {
    for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
    for (const cookie of expireOldOrderCookies(request, answer.headers, { https }))
      answer.headers.append('Set-Cookie', cookie)
    return answer
  }

  async function finish(request: Request, answer: Response): Promise<Response> {
    if (isBufferable(answer))
      return toVisitorResponse(request, await send(await buffer(answer, pageSettings), request))
    markPrivate(answer.headers, answer.status)
    return toVisitorResponse(request, answer)
  }

  function startDraining() {
    isDraining = true
  }

  function drain() {
    startDraining()
    streams.closeAll()
  }

  return { fetch: app.fetch, startDraining, drain }
}
