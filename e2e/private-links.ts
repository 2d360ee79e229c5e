// Private links as mails carry them, for journeys that begin where somebody has opened one.
import { randomUUID } from 'node:crypto'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { sqlOnShop } from './shop.ts'

/** A link to one order. */
export async function orderLink(order: string): Promise<string> {
  const token = secretToken()
  await sqlOnShop(`insert into order_links (token_hash, order_id, created_at) values ($1, $2, now())`, [
    hashSecret(token),
    order,
  ])
  return `/orders/${order}?key=${token}`
}

/** A link to one page of a newsletter's subscription that nobody confirmed yet. */
export async function subscriptionLink(to: 'confirm' | 'unsubscribe'): Promise<string> {
  const token = secretToken()
  await sqlOnShop(
    `with reader as (insert into subscribers (email, created_at) values ($1, now()) returning id),
      joined as (
        insert into subscriptions (subscriber_id, topic, consent_version, consent_words, joined_at, requested_at)
        select id, 'newsletter', '1', 'Send me news.', now(), now() from reader returning id)
     insert into subscription_links (token_hash, subscription_id, created_at)
     select $2, id, now() from joined`,
    [`reader-${randomUUID()}@example.com`, hashSecret(token)],
  )
  return `/subscriptions/${to}?key=${token}`
}
