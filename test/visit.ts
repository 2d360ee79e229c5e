import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { RouterContextProvider } from 'react-router'
import { createArtCache } from '#app/art/art-cache.server.ts'
import { certificateCode } from '#app/features/certificates/store/code.server.ts'
import { cartGoodsContext } from '#app/features/cart/store.server.ts'
import { jobs } from '#app/jobs.server.ts'
import { jobsContext } from '#app/features/order-desk/verbs.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { openFiles } from '#app/files/open-files.server.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { sampleContext } from '#app/features/setup/store.server.ts'
import { sampleCatalog } from '#server/prepare-database.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import type { LimitName, ReportSecurity, SecurityEvent } from '#app/http/limits.server.ts'
import type { Mail } from '#app/mail/mailer.server.ts'
import { shopZone } from './moment.ts'
import type { TestContext } from './db.ts'
import {
  testFacts,
  givenPaymentContext,
  goodsOnSale,
  ordersOnSale,
  holdLines,
  reservationForm,
} from './shop.ts'
import { loader } from '#app/art-files.ts'

/**
 * A whole shop on a test's database. `sent` are its emails, `counted` the consumed limits, `refusing` the limits
 * that refuse.
 */
export type TestShop = Shop &
  Pick<TestContext, 'handOn'> & {
    sent: Mail[]
    counted: string[]
    refusing: Set<LimitName>
    reported: SecurityEvent[]
  }

/** Of all shops of a run, which removes it: what one test has drawn is there for the next. */
const dataDir = join(tmpdir(), 'shop')
/** Named after what is drawn, so that shops can share it: what a drop looks like is computed once. */
const artwork = createArtCache(join(dataDir, 'art'))

/** Opens a shop for a test: sandbox payments, an in-memory mailer, and limits that refuse on demand. */
export function givenShop(ctx: TestContext): TestShop {
  const sent: Mail[] = []
  const counted: string[] = []
  const refusing = new Set<LimitName>()
  const verdict = (name: LimitName) =>
    refusing.has(name) ? ({ ok: false, retryAfterSeconds: 120 } as const) : ({ ok: true } as const)
  return {
    ...givenPaymentContext(ctx),
    handOn: ctx.handOn,
    sent,
    counted,
    refusing,
    reported: [],
    mailer: { send: async (mail) => void sent.push(mail) },
    limits: {
      isOn: false,
      take: async (name, key) => {
        counted.push(`${name} ${key}`)
        return verdict(name)
      },
      mayTake: async (name) => verdict(name),
    },
    keyedHash: keyedHashOf('test key'),
    live: {} as Shop['live'],
    log: pino({ level: 'silent' }) as Logger,
    publicUrl: 'http://shop.test',
    timeZone: shopZone,
    facts: () => testFacts,
    closedPages: async () => nothingClosed,
    schedulingWidgetUrl: null,
    dataDir,
    files: openFiles({ dataDir, bucket: null }, 'test key'),
    searchEntries: async () => [],
    artwork,
    certify: (slug, number) => certificateCode('test key', slug, number),
    earlyAccessKey: 'test key',
    mailboxFolder: null,
  }
}

/** One request as a route sees it. A form makes it a POST, its fields by name or in order; cookies are `name=value`. */
export type VisitInput = {
  path: string
  params?: Record<string, string>
  form?: Record<string, string> | [name: string, value: string][]
  cookies?: readonly string[]
  headers?: Record<string, string>
  body?: string
}

/** The arguments of a loader or an action, for a visitor at one address. Typed for any route. */
export function visit(shop: Shop, { path, params = {}, form, body, cookies = [], headers = {} }: VisitInput) {
  const url = new URL(path, shop.publicUrl)
  const request = new Request(url, {
    headers: { ...headers, ...(cookies.length && { Cookie: cookies.join('; ') }) },
    ...((form || body !== undefined) && { method: 'POST', body: form ? new URLSearchParams(form) : body }),
  })
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(visitContext, {
    requestId: 'test',
    address: '192.0.2.1',
    isLocal: true,
    report: reportTo(shop),
    isVerified: true,
    cookies: [],
  })
  context.set(sellablesContext, ordersOnSale)
  context.set(jobsContext, jobs)
  context.set(sampleContext, sampleCatalog)
  context.set(cartGoodsContext, goodsOnSale)
  return { request, context, params: params as never, url, pattern: '' as never }
}

/** Security reports of requests are collected on the shop. */
function reportTo(shop: Shop): ReportSecurity {
  return (event) => void (shop as Partial<TestShop>).reported?.push(event)
}

/** The response of a route, whether returned or thrown: a Response, `data(...)` or a plain value. */
export async function answerOf(
  args: () => unknown,
): Promise<{ status: number; location: string; value: unknown }> {
  const said = await settled(args)
  if (said instanceof Response)
    return { status: said.status, location: said.headers.get('Location') ?? '', value: await said.text() }
  if (isWithInit(said)) return { status: said.init?.status ?? 200, location: '', value: said.data }
  return { status: 200, location: '', value: said }
}

async function settled(args: () => unknown): Promise<unknown> {
  try {
    return await args()
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown
    return thrown
  }
}

function isWithInit(said: unknown): said is { data: unknown; init: ResponseInit | null } {
  return typeof said === 'object' && said !== null && 'type' in said && said.type === 'DataWithResponseInit'
}

/** An order that holds a number of the test drop (`null`: the next open one), with its cookie. */
export async function heldOrder(shop: TestShop, number: number | null = 2) {
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number } }]
  const { orderId, token } = await holdLines(shop, lines)
  return { orderId, token, cookies: [`paco-order-${orderId}=${token}`] }
}

/** The payment form as a browser sends it. */
export function paymentForm(values: Record<string, string> = {}): Record<string, string> {
  const typed = Object.entries(reservationForm()).map(([name, value]) => [name, value ?? ''])
  return { ...(Object.fromEntries(typed) as Record<string, string>), ...values }
}

/** Asks for a picture below `/art/`. */
export function askArt(shop: Shop, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const [name = ''] = path.split('?')
  return loader(visit(shop, { path: `/art/${path}`, params: { '*': name }, headers }))
}
