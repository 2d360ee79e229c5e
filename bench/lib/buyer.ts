// One buyer: the drop's page, the hold, the form, the payment, the order page. Sent as a browser sends it: with script the
// router asks for data, without script every step is a page.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { openWire, type Answer as WireAnswer } from './wire.ts'

/** How long a patient buyer keeps pressing while the shop does not answer. */
const patienceMs = 120_000

/**
 * How a buyer's path ended. `waiting`: the order page says that the payment service is still being asked, as it does where
 * a killed process left a payment open. `broken` is what must never happen: an answer of 500 or more, or no answer.
 */
type Ending = 'paid' | 'waiting' | 'no unit left' | 'not paid' | 'broken'

/** What became of one buyer. Times are milliseconds. */
export type Outcome = { ending: Ending; ms: number; answers: number[]; orderId?: string; fault?: string }

type Answer = { status: number; location: string | undefined; body: () => string }

/** How a buyer acts. `paymentToken` gives what stands for the card, anew for each payment. */
export type Manner = { isPatient?: boolean; hasScript?: boolean; paymentToken?: () => string }

/**
 * Walks the whole path once. Each buyer comes from a loopback address of its own, as buyers do, so that the shop's
 * limits per address stay on while it is measured. A patient buyer sends the same request again, with the same key, when
 * the shop goes away in the middle of it, as a person presses again.
 */
export async function buy(
  shopUrl: string,
  slug: string,
  buyer: number,
  { isPatient = false, hasScript = false, paymentToken = () => 'sandbox_approve' }: Manner = {},
): Promise<Outcome> {
  const browser = openBrowser(
    { isPatient, hasScript },
    shopUrl,
    `127.${1 + (buyer >> 16)}.${(buyer >> 8) & 255}.${1 + (buyer & 253)}`,
  )
  const begun = performance.now()
  const done = (ending: Ending, more: Partial<Outcome> = {}) => ({
    ending,
    answers: browser.answers,
    ...more,
    ms: performance.now() - begun,
  })
  try {
    await browser.get(`/drops/${slug}`)
    const hold = await browser.submit(`/drops/${slug}/reserve`, { number: '', key: randomUUID() })
    if (hold.status >= 500) return done('broken', { fault: `hold answered ${hold.status}` })
    if (!hold.location?.startsWith('/checkout/')) {
      // A page is led to the one that says so; a script says so itself, and asks for the picture as it is now.
      await browser.follow(hold.location ?? `/drops/${slug}`)
      return done('no unit left')
    }
    const orderId = hold.location.split('/').at(-1) ?? ''
    const form = await browser.follow(hold.location)
    const formKey = formKeyIn(form.body())
    if (!formKey) return done('broken', { orderId, fault: `checkout answered ${form.status} without a form` })
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
    const order = await browser.follow(paid.location)
    if (order.status !== 200) return done('broken', { orderId, fault: `order page answered ${order.status}` })
    // The page names the number as the buyer's own; the router's data carries the state that it does so by.
    const isTold = /is yours|"paid"/.test(order.body())
    return done(isTold ? 'paid' : 'waiting', { orderId })
  } catch (error) {
    return done('broken', { fault: String(error) })
  } finally {
    browser.close()
  }
}

/** The form's key, in a page or in the router's data. */
export function formKeyIn(body: string): string | undefined {
  const ways = [
    /name="formKey"[^>]*value="([^"]+)"/,
    /value="([^"]+)"[^>]*name="formKey"/,
    /"formKey","([\w-]{20,})"/,
  ]
  return ways.map((way) => way.exec(body)?.[1]).find((key) => key !== undefined)
}

function details(buyer: number) {
  return {
    name: `Buyer ${buyer}`,
    email: `buyer-${buyer}@example.com`,
    phone: '',
    state: 'FL',
    dealer: 'later',
    attestation: 'yes',
  }
}

function textOf({ headers, bytes }: WireAnswer): string {
  return (headers.get('content-encoding')?.[0] === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
}

/** A browser as far as a purchase needs one: it keeps cookies, and comes from an address of its own. */
export function openBrowser(
  { isPatient, hasScript }: { isPatient: boolean; hasScript: boolean },
  shopUrl: string,
  localAddress: string,
) {
  const wire = openWire(shopUrl, localAddress)
  const cookies = new Map([['paco-age', encodeURIComponent(new Date().toISOString())]])
  const answers: number[] = []
  async function send(
    method: 'GET' | 'POST',
    path: string,
    fields?: Record<string, string>,
  ): Promise<Answer> {
    for (const until = Date.now() + patienceMs; ; ) {
      try {
        const answer = await sendOnce(method, path, fields)
        // A shop that cannot answer now says so: a patient person presses again.
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
      Accept: hasScript && path.includes('.data') ? '*/*' : 'text/html',
      'Accept-Encoding': 'gzip, deflate, br',
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
      body: () => textOf(answer),
    }
  }
  const data = (path: string) => (hasScript ? path.replace(/(?=\?|$)/, '.data') : path)
  return {
    answers,
    get: (path: string) => send('GET', path),
    /** Goes where a redirect leads. */
    follow: (path: string) => send('GET', data(path)),
    async submit(path: string, fields: Record<string, string>) {
      const answer = await send('POST', data(path), fields)
      // The router's data says where to go in its first lines; a page says it in its head.
      const redirect = hasScript ? /"redirect","(\/[^"]*)"/.exec(answer.body())?.[1] : answer.location
      return { ...answer, location: redirect }
    },
    close: wire.close,
  }
}
