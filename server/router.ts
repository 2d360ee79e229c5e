import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { thingNamer } from '#app/audit-names.server.ts'
import { dueCounter } from '#app/due-counts.server.ts'
import { gateDocument, type GateVerdict, isExempt } from '#app/features/age-gate/middleware.server.ts'
import { namesContext } from '#app/features/audit/access.server.ts'
import { hasStarted } from '#app/features/checkout/store/start.server.ts'
import { cartGoodsContext } from '#app/features/cart/store.server.ts'
import { dueContext } from '#app/features/console/access.server.ts'
import { expireOldOrderCookies } from '#app/features/orders/access.server.ts'
import { jobsContext } from '#app/features/order-desk/verbs.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { findTopicContext } from '#app/features/subscriptions/store/links.server.ts'
import { topicSources } from '#app/topics.server.ts'
import { sampleContext } from '#app/features/setup/store.server.ts'
import { type Shop, shopContext, type Visit, visitContext } from '#app/http/context.server.ts'
import { forSite } from '#app/http/site-request.ts'
import { readForm } from '#app/http/form.ts'
import type { TypedFields } from '#app/http/submitted-fields.ts'
import { reportLimits } from '#app/http/limits.server.ts'
import { jobs } from '#app/jobs.server.ts'
import { cartGoodsIn, sellables } from '#app/sellables.server.ts'
import { drawBusyPage, drawLinePage, tooBusy } from './busy-page.tsx'
import { buffer, isBufferable, markPrivate, send, thirdPartyHeader } from './document.ts'
import type { Settings } from './env.ts'
import { busy, limitConcurrency } from './limit-concurrency.ts'
import { createKnownRefusals } from './known-refusals.ts'
import { type Claim, createLine, linePath, repeatableFields } from './line.ts'
import { guardSections, guardStaff, handleOutages, withOwnHeaders } from './guards.ts'
import { createPageCache } from './page-cache.ts'
import { isAhead } from './paths.ts'
import { createSectionedHandler, findSharedRoutes } from './route-sections.ts'
import { sampleCatalog } from './prepare-database.ts'
import { thirdPartyOrigin } from './third-party-origin.ts'

export type Served = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  mode: 'production' | 'development'
  /** Other limits of the line of those who wait, for tests. */
  lineLimits?: { patienceMs?: number; maxEntries?: number }
}

type Router = {
  /** Answers a request that nothing before the router refused; `'gate'` puts the age gate before its page. */
  answer: (request: Request, visit: Visit, verdict: GateVerdict) => Promise<Response>
}

/**
 * Who holds something goes ahead of new claims and of reading: these take turns, and leave connections free. The last of those waiting
 * is answered after some ten seconds: further readers get a page that asks again, and forms wait (`line.ts`).
 */
const [connectionsAhead, maxWaiting] = [4, 600]

const retryAfterSeconds = '5'

const guarded = (build: ServerBuild) => handleOutages(guardStaff(guardSections(withOwnHeaders(build))))

export function createRouter(
  shop: Shop,
  { PUBLIC_URL: publicUrl, DATABASE_CONNECTIONS: connections }: Settings,
  { build, mode, lineLimits = {} }: Served,
): Router {
  const https = publicUrl.startsWith('https:')
  const route =
    typeof build === 'function'
      ? createRequestHandler(async () => guarded(await build()), mode)
      : createSectionedHandler(guarded(build), mode)
  const findShared = typeof build === 'function' ? () => undefined : findSharedRoutes(build, publicUrl)
  const { publicUrl: bucket } = shop.files
  const pageSettings = { mode, media: bucket === null ? null : new URL(bucket).origin }
  const pages = createPageCache(pageSettings, () => shop.now().getTime())
  const takeTurn = limitConcurrency({ maxRunning: Math.max(2, connections - connectionsAhead), maxWaiting })
  const sheetsOf = (id: string) => (typeof build === 'function' ? [] : (build.assets.routes[id]?.css ?? []))
  const styleSheets = ['root', 'features/pages/routes/not-found'].flatMap(sheetsOf)
  const busyPage = drawBusyPage(styleSheets)
  const refusals = createKnownRefusals({
    now: () => shop.now().getTime(),
    hasBegun: (key) => hasStarted(shop.db, key),
  })
  const line = createLine({
    sign: shop.sign,
    now: () => shop.now().getTime(),
    https,
    drawPage: drawLinePage(styleSheets),
    ...lineLimits,
  })

  return {
    async answer(request, visit, verdict) {
      const shared = isReading(request) ? findShared(request) : undefined
      // Routes answer a HEAD as they answer a GET; the body is left out when the answer is sent.
      const source = shared?.request ?? asGet(request)
      const render = (rendered: Request) => renderFor(visit, rendered, request)
      const draw = async () => {
        if (verdict !== 'gate') return render(source)
        const gate = await gateDocument(source, render)
        if (gate.status === 403) visit.report('gate_refused')
        return gate
      }
      const inLine = verdict === 'pass' ? await answerInLine(request, visit) : undefined
      if (inLine) return finish(request, forSite(request, inLine))
      if (!shared) return finish(request, forSite(request, await draw()))
      // The gate before a shared page is the same for everybody, too.
      const { path, key } = shared
      // A section that is switched off has to go from every page at once.
      const off = shop.facts().sectionsOff.join()
      const target = { path: `${verdict} ${path}`, key: `${verdict} ${off} ${key}` }
      return toVisitorResponse(request, await pages.answer(target, request, draw))
    },
  }

  /** What waits for its turn where a page says its place; `undefined` for anything else. */
  async function answerInLine(request: Request, visit: Visit): Promise<Response | undefined> {
    const claim: Claim = async (sent, turn, fields) =>
      (await refusedBefore(sent, fields)) ?? renderFor(visit, sent, sent, turn, fields)
    const { pathname } = new URL(request.url)
    if (pathname === linePath && request.method === 'GET') return line.renew(request, claim)
    if (!isForm(request) || isAhead(pathname)) return undefined
    // What waits has arrived: else it would be ended as a form that comes too slowly. What is no form, its action says.
    const form = await readForm(request).catch(() => undefined)
    return line.send(request, form && repeatableFields(request, form), claim)
  }

  /** `request` is what the page is rendered from, `sent` what the visitor sent: they differ where the page is shared. */
  async function renderFor(
    visit: Visit,
    request: Request,
    sent: Request,
    turn: { since?: number; signal: AbortSignal } = request,
    fields?: TypedFields,
  ): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(shopContext, { ...shop, limits: reportLimits(shop.limits, visit.report) })
    context.set(visitContext, visit)
    context.set(sellablesContext, sellables)
    context.set(jobsContext, jobs)
    context.set(findTopicContext, topicSources.findTopic)
    context.set(sampleContext, sampleCatalog)
    context.set(cartGoodsContext, cartGoodsIn(shop.timeZone))
    context.set(dueContext, dueCounter(shop))
    context.set(namesContext, thingNamer(shop))
    const answered = async () => {
      const refusal = await refusedBefore(request, fields)
      if (refusal) return refusal
      const routed = await route(request, context)
      refusals.note(request, fields, routed)
      return admitGuest(request, routed)
    }
    const isSent = isForm(request)
    const takesTurn = (isSent || isReading(request)) && !isAhead(new URL(request.url).pathname)
    const { signal, since } = turn
    const answer = takesTurn
      ? await takeTurn(answered, { signal, isPatient: isSent, ...(since !== undefined && { since }) })
      : await answered()
    return answer === busy ? tooBusy(sent, busyPage) : withCookies(answer, visit, request)
  }

  async function refusedBefore(request: Request, fields: TypedFields | undefined) {
    return fields && refusals.answer(request, fields)
  }

  function admitGuest(request: Request, answer: Response): Response {
    const guest = thirdPartyOrigin(new URL(request.url).pathname, shop)
    if (guest && answer.headers.get('Content-Type')?.startsWith('text/html'))
      answer.headers.set(thirdPartyHeader, JSON.stringify(guest))
    return answer
  }

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
    // A 304 has the fields that the 200 would have (RFC 9110, 15.4.5).
    if (answer.status === 304) answer.headers.append('Vary', 'Accept-Encoding')
    if (request.method !== 'HEAD') return toVisitorResponse(request, answer)
    await answer.body?.cancel()
    return toVisitorResponse(request, new Response(null, answer))
  }
}

function asGet(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request
}

function isForm({ headers }: Request): boolean {
  return headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function toVisitorResponse(request: Request, answer: Response): Response {
  const { status, headers } = answer
  // Pages behind the gate depend on the cookie that opens it.
  if (!isExempt(new URL(request.url).pathname) && !/\bCookie\b/.test(headers.get('Vary') ?? ''))
    headers.append('Vary', 'Cookie')
  if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', retryAfterSeconds)
  return answer
}
