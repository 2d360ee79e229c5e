// One buyer: drop page, hold, form, payment, order page. Every step is a page, with script and without.
import { hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { holdSubject, usualBits } from '#app/http/proofs.ts'
import { openWire, type Answer as WireAnswer } from './wire.ts'

/** How long a patient buyer retries while the shop does not answer. */
const patienceMs = 120_000

/**
 * The outcome of a buyer. `waiting`: the order page says that the payment is still being looked up, as after a
 * killed process. `broken` must never happen: a 5xx response, or none.
 */
type Ending = 'paid' | 'waiting' | 'no unit left' | 'not paid' | 'broken'

/** The result of one buyer. Times in milliseconds; `placeMs` is when a place in line was said, where there was a line. */
export type Outcome = {
  ending: Ending
  ms: number
  placeMs?: number
  answers: number[]
  orderId?: string
  fault?: string
}

type Answer = {
  status: number
  location: string | undefined
  /** Seconds and address of a page that renews itself. */
  refresh: string | undefined
  body: () => string
}

/**
 * The behavior of a buyer. `paymentToken` returns a new card token for each payment; `proves` sends the proof of work that
 * the page's script makes.
 */
type Manner = { isPatient?: boolean; paymentToken?: () => string; proves?: boolean }

/** The steps of a purchase, as `purchase` takes them. */
export const steps = ['drop page', 'hold', 'checkout', 'payment', 'order page'] as const
type Step = (typeof steps)[number]

/** One whole purchase. */
export const buy = (...args: Parameters<typeof purchase>): Promise<Outcome> => finish(purchase(...args))

/** The rest of a purchase, without a stop. */
export async function finish(path: AsyncGenerator<Step, Outcome, undefined>): Promise<Outcome> {
  for (;;) {
    const { done, value } = await path.next()
    if (done) return value
  }
}

/**
 * A purchase that stops before each step. Each buyer has its own loopback address, so that the shop's limits per address
 * stay on. A patient buyer repeats a request with the same key when the shop goes away during it.
 */
export async function* purchase(
  shopUrl: string,
  slug: string,
  buyer: number,
  { isPatient = false, paymentToken = () => 'sandbox_approve', proves = false }: Manner = {},
): AsyncGenerator<Step, Outcome, undefined> {
  const browser = openBrowser(
    { isPatient },
    shopUrl,
    `127.1.${Math.floor(buyer / 254) % 255}.${1 + (buyer % 254)}`,
  )
  let ms = 0
  let placeMs: number | undefined
  let begun = performance.now()
  const done = (ending: Ending, more: Partial<Outcome> = {}) => ({
    ending,
    answers: browser.answers,
    ...(placeMs !== undefined && { placeMs }),
    ...more,
    ms: ms + performance.now() - begun,
  })
  /** The time between two steps is not the buyer's. */
  async function* before(step: Step) {
    ms += performance.now() - begun
    yield step
    begun = performance.now()
  }
  try {
    yield* before('drop page')
    await browser.get(`/drops/${slug}`)
    const key = randomUUID()
    const holdProof = proves ? prove(`drop:${slug}`, key) : ''
    yield* before('hold')
    const pressed = await browser.submit(`/drops/${slug}/reserve`, { number: '', key, holdProof })
    const hold = await inTurn(browser, pressed, () => {
      placeMs ??= ms + performance.now() - begun
    })
    if (hold.status >= 500) return done('broken', { fault: `hold answered ${hold.status}` })
    if (!hold.location?.startsWith('/checkout/')) {
      await browser.get(hold.location ?? `/drops/${slug}`)
      return done('no unit left')
    }
    const orderId = hold.location.split('/').at(-1) ?? ''
    yield* before('checkout')
    const form = await browser.get(hold.location)
    const formKey = formKeyIn(form.body())
    if (!formKey) return done('broken', { orderId, fault: `checkout answered ${form.status} without a form` })
    yield* before('payment')
    const paid = await browser.submit(hold.location, {
      formKey,
      paymentToken: paymentToken(),
      ...details(buyer),
    })
    if (!paid.location?.startsWith('/orders/'))
      return done(paid.status >= 500 ? 'broken' : 'not paid', {
        orderId,
        fault: `payment answered ${paid.status}`,
      })
    yield* before('order page')
    const order = await browser.get(paid.location)
    if (order.status !== 200) return done('broken', { orderId, fault: `order page answered ${order.status}` })
    return done(order.body().includes('is yours') ? 'paid' : 'waiting', { orderId })
  } catch (error) {
    return done('broken', { fault: String(error) })
  } finally {
    browser.close()
  }
}

/** What came of a press: at once, or when the page that says its place in line led there, which renews itself. */
async function inTurn(
  browser: ReturnType<typeof openBrowser>,
  pressed: Answer,
  placed: () => void,
): Promise<Answer> {
  let answer = pressed
  while (answer.location?.startsWith('/line') || answer.refresh) {
    const [, seconds = '0', next = answer.location ?? ''] =
      /^(\d+); url=(.*)/.exec(answer.refresh ?? '') ?? []
    if (answer.refresh) placed()
    await sleep(Number(seconds) * 1_000)
    answer = await browser.get(next)
  }
  return answer
}

/** The proof of work for one press, as `app/site/proof.ts` makes it, with Node's own hash: the load generator shares the processor with the shop. */
function prove(what: string, key: string): string {
  const subject = holdSubject({ what, key })
  for (let number = 0; ; number++) {
    const proof = `${new Date().toISOString().slice(0, 10)}.${number}`
    if (hash('sha256', `${proof} ${subject}`, 'buffer').readUInt32BE() < 2 ** (32 - usualBits)) return proof
  }
}

/** The form's key, in a page. */
export function formKeyIn(body: string): string | undefined {
  const ways = [/name="formKey"[^>]*value="([^"]+)"/, /value="([^"]+)"[^>]*name="formKey"/]
  return ways.map((way) => way.exec(body)?.[1]).find((key) => key !== undefined)
}

/** What a buyer types at checkout. */
export function details(buyer: number) {
  return {
    name: `Buyer ${buyer}`,
    email: `buyer-${buyer}@example.com`,
    phone: '',
    state: 'FL',
    zip: '33139',
    dealer: 'later',
    attestation: 'yes',
  }
}

function textOf({ headers, bytes }: WireAnswer): string {
  return (headers.get('content-encoding')?.[0] === 'zstd' ? zstdDecompressSync(bytes) : bytes).toString()
}

/** A minimal browser: it keeps cookies, and has its own address. */
export function openBrowser({ isPatient }: { isPatient: boolean }, shopUrl: string, localAddress: string) {
  const wire = openWire(shopUrl, localAddress)
  const cookies = new Map([['paco-age', encodeURIComponent(new Date().toISOString())]])
  const answers: number[] = []
  async function send(...request: Parameters<typeof sendOnce>): Promise<Answer> {
    for (const until = Date.now() + patienceMs; ; ) {
      try {
        const answer = await sendOnce(...request)
        // A 503 is an answer: a patient person tries again.
        if (answer.status !== 503 || !isPatient || Date.now() > until) return answer
        await sleep(300)
      } catch (error) {
        if (!isPatient || Date.now() > until) throw error
        await sleep(200)
      }
    }
  }
  async function sendOnce(
    method: 'GET' | 'POST',
    path: string,
    fields?: Record<string, string>,
  ): Promise<Answer> {
    const headers = {
      Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
      Accept: 'text/html',
      'Accept-Encoding': 'gzip, deflate, br, zstd',
      Origin: shopUrl,
    }
    const body = fields && new URLSearchParams(fields).toString()
    const answer = await wire.send({ method, path, headers, ...(body !== undefined && { body }) })
    for (const cookie of answer.headers.get('set-cookie') ?? []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    answers.push(answer.status)
    return {
      status: answer.status,
      location: answer.headers.get('location')?.[0],
      refresh: answer.headers.get('refresh')?.[0],
      body: () => textOf(answer),
    }
  }
  return {
    answers,
    get: (path: string) => send('GET', path),
    submit: (path: string, fields: Record<string, string>) => send('POST', path, fields),
    close: wire.close,
  }
}
