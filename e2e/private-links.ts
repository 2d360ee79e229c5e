// Private links as mails carry them, for journeys that begin where somebody has opened one.
import { randomUUID } from 'node:crypto'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import { listToken } from '#app/features/subscriptions/store/links.server.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { sqlOnShop } from './shop.ts'

/** A link to one order. */
export async function orderLink(order: string): Promise<string> {
  return `/orders/${order}?key=${orderToken(await signing(), { id: order, linkEpoch: '' })}`
}

/** A link to one page of a newsletter's subscription that nobody confirmed yet. */
export async function subscriptionLink(to: 'confirm' | 'unsubscribe'): Promise<string> {
  const [joined] = await sqlOnShop<{ id: string }>(
    `with reader as (insert into subscribers (email, created_at) values ($1, now()) returning id)
     insert into subscriptions (subscriber_id, topic, consent_version, consent_words, joined_at, requested_at)
     select id, 'newsletter', '1', 'Send me news.', now(), now() from reader returning id`,
    [`reader-${randomUUID()}@example.com`],
  )
  return `/subscriptions/${to}?key=${listToken(await signing(), joined?.id ?? '', 'confirm')}`
}

async function signing() {
  const [key] = await sqlOnShop<{ value: string }>(`select value from shop_keys where name = 'private-links'`)
  return { sign: keyedHashOf(key?.value ?? ''), now: new Date() }
}
