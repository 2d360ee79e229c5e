import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { gateDocument, gateVerdict, readVerified } from '#app/features/age-gate/middleware.server.ts'
import { cartGoodsContext } from '#app/features/cart/store.server.ts'
import { sellablesContext } from '#app/features/orders/store.server.ts'
import { clientAddress } from '#app/http/client-address.server.ts'
import { shopContext, type Visit, visitContext } from '#app/http/context.server.ts'
import { withReadableAddress } from '#app/http/read-form.server.ts'
import { refuseForeign } from '#app/http/same-origin.server.ts'
import { partHeaders, securityHeaders } from '#app/http/security-headers.server.ts'
import { createEventStreams } from '#app/live/event-stream.server.ts'
import { cartGoodsIn, sellables } from '#app/sellables.server.ts'
import { guestMark, isWhole, keep, send } from './document.ts'
import type { Settings } from './env.ts'
import { guestHost } from './guest-host.ts'
import type { OpenShop } from './open-shop.ts'
import { createPageCache } from './page-cache.ts'
import { createTurnstile } from './turnstile.ts'

type Site = {
  fetch: (request: Request, bindings: object) => Response | Promise<Response>
  /** Tells balancers that this process is about to stop, and ends the streams that open pages listen to. */
  drain: () => void
}

type Served = { build: ServerBuild | (() => Promise<ServerBuild>); mode: 'production' | 'development' }
type Bindings = { incoming?: { socket?: { remoteAddress?: string } } }
type Environment = { Bindings: Bindings; Variables: { requestId: string } }

/** One process renders one page at a time; a few more may wait for the database. A crowd in memory helps nobody. */
const mostAtOnce = 12

/** What browsers do with pages and forms. */
const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** Larger than any form of the shop; uploads get their own limit with their own route. */
const mostBodyBytes = 256 * 1024
/** Dealers send a copy of their licence, of at most 5 MB, with their answer. */
const mostUploadBytes = 5.5 * 1024 * 1024

/** The web site: everything that happens to a request before and after the router, in order. */
export function createSite(open: OpenShop, settings: Settings, { build, mode }: Served): Site {
  const { shop } = open
  const https = settings.PUBLIC_URL.startsWith('https:')
  const ofPages = Object.entries(securityHeaders({ https }))
  const ofParts = Object.entries(partHeaders({ https }))
  const cartGoods = cartGoodsIn(settings.TZ_SHOP)
  const route = createRequestHandler(build, mode)
  const streams = createEventStreams({ live: shop.live, log: shop.log })
  const pages = createPageCache(mode)
  const rendering = createTurnstile(mostAtOnce)
  let isDraining = false

  const app = new Hono<Environment>()

  app.use(async (c, next) => {
    // Our own id, never the caller's: what is logged must not be chosen from outside.
    const requestId = randomUUID()
    c.set('requestId', requestId)
    const begun = performance.now()
    await next()
    const isPart = c.req.path.startsWith('/assets/')
    for (const [name, value] of isPart ? ofParts : ofPages)
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (!isPart) c.res.headers.set('X-Request-Id', requestId)
    logRequest(c, requestId, performance.now() - begun)
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
  if (mode === 'production') serveFiles(app)
  app.use(
    async (c, next) =>
      refuseForeign(c.req.raw, {
        publicUrl: settings.PUBLIC_URL,
        exempt: ['/webhooks/', '/subscriptions/unsubscribe'],
      }) ?? next(),
  )
  app.use((c, next) => {
    // The interface for machines says it in its own way.
    if (methods.has(c.req.method) || c.req.path.startsWith('/api/')) return next()
    return Promise.resolve(
      c.text('Pages are read and forms are sent, nothing else.', 405, { Allow: 'GET, HEAD, POST' }),
    )
  })
  const atMost = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (c) => c.text('This is too large.', 413) })
  const [ofForms, ofUploads] = [atMost(mostBodyBytes), atMost(mostUploadBytes)]
  app.use((c, next) => (c.req.path.startsWith('/dealers/answer/') ? ofUploads : ofForms)(c, next))
  app.get('/events', (c) => streams.answer(c.req.raw))
  app.all('*', async (c) => {
    const visit: Visit = {
      requestId: c.get('requestId'),
      address: clientAddress(c.req.raw, c.env.incoming?.socket?.remoteAddress, settings.TRUST_PROXY),
      isVerified: readVerified(c.req.raw, shop.now()),
    }
    const verdict = gateVerdict(c.req.raw, visit.isVerified)
    if (verdict instanceof Response) return verdict
    const render = (request: Request) => {
      const context = new RouterContextProvider()
      context.set(shopContext, shop)
      context.set(visitContext, visit)
      context.set(sellablesContext, sellables)
      context.set(cartGoodsContext, cartGoods)
      const answered = async () => admitGuest(request, await route(request, context))
      // Only reading waits in line: a payment may wait for its gateway, and must not keep others out.
      return request.method === 'GET' ? rendering(answered) : answered()
    }
    if (verdict === 'gate') return whole(c.req.raw, await gateDocument(c.req.raw, render))
    if (mode === 'production' && c.req.method === 'GET')
      return pages.answer(c.req.raw, () => render(c.req.raw))
    return whole(c.req.raw, await render(c.req.raw))
  })
  app.onError((error, c) => {
    shop.log.error(
      { err: error, requestId: c.get('requestId'), path: c.req.path },
      'Request failed outside the router',
    )
    return c.text(`Something went wrong. Reference ${c.get('requestId')}`, 500)
  })

  /** A page that shows something of another site names it, so that its content policy lets that site in. */
  function admitGuest(request: Request, answer: Response): Response {
    const host = guestHost(new URL(request.url).pathname, shop)
    if (host && answer.headers.get('Content-Type')?.startsWith('text/html'))
      answer.headers.set(guestMark, host)
    return answer
  }

  async function whole(request: Request, answer: Response): Promise<Response> {
    return isWhole(answer) ? send(await keep(answer, mode), request) : answer
  }

  function logRequest(c: Context<Environment>, requestId: string, durationMs: number) {
    const { method, path } = c.req
    // Assets and probes would drown everything else. Queries hold private links: only the path is logged.
    if (path.startsWith('/assets/') || path === '/healthz' || path === '/readyz') return
    shop.log.info({ requestId, method, path, status: c.res.status, ms: Math.round(durationMs) }, 'request')
  }

  function drain() {
    isDraining = true
    streams.closeAll()
  }

  return { fetch: app.fetch, drain }
}

function serveFiles(app: Hono<Environment>) {
  const root = './build/client'
  // They do not change while we run. Asking the disk for every page would cost more than the page's routing.
  const files = new Set(globSync('**/*', { cwd: root }).map((file) => `/${file.replaceAll(sep, '/')}`))
  app.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      // The name holds a hash of the content: nobody has to ask whether it has changed.
      onFound: (_path, c) => {
        c.header('Cache-Control', 'public, max-age=31536000, immutable')
        c.header('Last-Modified', undefined)
      },
    }),
  )
  const serve: MiddlewareHandler<Environment> = serveStatic({
    root,
    precompressed: true,
    onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=3600'),
  })
  app.use('*', (c: Context<Environment, string>, next) => (files.has(c.req.path) ? serve(c, next) : next()))
}
