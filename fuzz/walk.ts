// Walks through the shop before the fuzz, so that there are orders in every state, links in mails, and forms of all kinds.
import { join } from 'node:path'
import { listMails } from '../app/mail/mailer.server.ts'
import type { MeasuredShop } from '../bench/lib/shop-process.ts'
import { givenRushDrop } from '../bench/lib/stock.ts'
import type { Client } from './client.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const drop = 'fuzz'
/** As many pages of each visitor are opened to see what they offer. */
const maxPages = 160
const mailsWithinMs = 20_000

/** Walks all paths. Gives the visitors with everything they met, and the private links of their mails. */
export async function walk(shop: MeasuredShop, client: Client) {
  await givenRushDrop(shop, drop, 60)
  const visitors: Visitor[] = []
  const steps: [string, (visitor: Visitor) => Promise<void>][] = [
    ['a reader', async (visitor) => void (await visitor.open('/'))],
    ['holds', (visitor) => hold(visitor, 1)],
    ['pays', (visitor) => payUnit(visitor, 2)],
    ['asks a dealer', askDealer],
    ['buys parcels', buyParcels],
    ['books a seat', bookSeat],
    ['buys a trust pack', buyTrust],
    ['writes', write],
  ]
  for (const [at, [name, step]] of steps.entries()) {
    const visitor = openVisitor(client, shop.url, `walker-${at}@example.com`)
    visitors.push(visitor)
    try {
      await step(visitor)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`The walk "${name}" did not get through: ${why}`, { cause: error })
    }
  }
  const links = await readLinks(shop)
  const reader = openVisitor(client, shop.url, 'walker-links@example.com')
  visitors.push(reader)
  for (const link of links) await reader.open(link)
  for (const visitor of visitors) await lookAround(visitor)
  return { visitors, links }
}

async function hold(visitor: Visitor, number: number) {
  const page = await visitor.open(`/drops/${drop}/reserve?number=${number}`)
  return void (await visitor.submit(page, `/drops/${drop}/reserve`, { number: String(number) }))
}

async function payUnit(visitor: Visitor, number: number, own: Record<string, string> = {}) {
  const page = await visitor.open(`/drops/${drop}/reserve?number=${number}`)
  const checkout = await visitor.submit(page, `/drops/${drop}/reserve`, { number: String(number) })
  await paid(visitor, checkout, own)
}

async function paid(
  visitor: Visitor,
  checkout: Awaited<ReturnType<Visitor['open']>>,
  own: Record<string, string> = {},
) {
  let page = checkout
  if (/\/details/.test(page.at)) page = await visitor.submit(page, page.at.split('?')[0] ?? '', own)
  const order = await visitor.submit(page, page.at.split('?')[0] ?? '', own)
  if (!order.at.startsWith('/orders/'))
    throw new Error(`the payment ended at ${order.at} (${order.answer.status})`)
  await visitor.open(order.at)
}

async function askDealer(visitor: Visitor) {
  await payUnit(visitor, 3, { dealer: 'now' })
  const order = orderOf(visitor)
  const found = await visitor.open(`/orders/${order}/dealer?near=33101`)
  const listed = /name="listed"[^>]*value="([^"]+)"/.exec(found.answer.text)?.[1] ?? ''
  const page = await visitor.submit(found, `/orders/${order}/dealer`, { listed })
  await visitor.submit(page, `/orders/${order}/dealer/request`)
}

async function buyParcels(visitor: Visitor) {
  const page = await visitor.open('/accessories')
  const cart = await visitor.submit(page, '/cart/lines')
  await paid(visitor, await visitor.submit(cart, '/cart'))
}

async function bookSeat(visitor: Visitor) {
  const page = await visitor.open('/course-registration/scheduling')
  const session = /name="session"[^>]*value="([^"]+)"/.exec(page.answer.text)?.[1] ?? ''
  const chosen = await visitor.open(`/course-registration/scheduling?session=${session}`)
  await paid(visitor, await visitor.submit(chosen, '/course-registration/scheduling', { session }))
}

async function buyTrust(visitor: Visitor) {
  const page = await visitor.open('/trust')
  await paid(visitor, await visitor.submit(page, '/trust/buy'))
  const order = orderOf(visitor)
  await visitor.open(`/orders/${order}/trust`)
}

async function write(visitor: Visitor) {
  await visitor.submit(await visitor.open('/contact'), '/contact')
  await visitor.submit(await visitor.open('/subscriptions'), '/subscriptions')
}

function orderOf(visitor: Visitor): string {
  const at = [...visitor.pages].find((page) => /^\/orders\/[0-9A-Z]+/.test(page)) ?? ''
  return at.split(/[/?]/)[2] ?? ''
}

/** Opens what was linked, and what those pages link, as far as it goes and as `isWanted`. */
export async function lookAround(visitor: Visitor, limit = maxPages, isWanted = (_address: string) => true) {
  const seen = new Set<string>(visitor.pages)
  for (const address of visitor.addresses) {
    if (seen.size >= limit) return
    if (seen.has(address) || !isWanted(address) || /^\/(assets|art|events)/.test(address)) continue
    seen.add(address)
    await visitor.open(address)
  }
}

/** The private links that were mailed, without the shop's own address. */
async function readLinks(shop: MeasuredShop): Promise<string[]> {
  const mailbox = join(shop.dataDir, 'mailbox')
  const expected = 8
  for (const until = Date.now() + mailsWithinMs; Date.now() < until; )
    if ((await listMails(mailbox)).length >= expected) break
    else await new Promise((later) => setTimeout(later, 200))
  const texts = (await listMails(mailbox)).map(({ text }) => text)
  const links = texts.flatMap((text) => text.match(/https?:\/\/\S+\?\S+/g) ?? [])
  const paths = links.map((link) => new URL(link)).map(({ pathname, search }) => pathname + search)
  return [...new Set(paths)].toSorted()
}
