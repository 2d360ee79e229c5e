// The operator's verbs for the private links of an order.
import { findOrder, revokeLinks } from '#app/features/orders/store.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import type { Operator } from './operator.ts'
import { done, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

/** Verbs by name. */
export const linkVerbs: Record<string, Verb> = {
  'send-link': {
    usage: 'send-link <order>',
    about: 'emails the buyer of an order a new private link, to the address on the order',
    takes: words(1),
    run: sendLink,
  },
  'end-links': {
    usage: 'end-links <order>',
    about: 'revokes all private links to an order, in every browser',
    takes: words(1),
    run: endLinks,
  },
}

async function sendLink({ paymentCtx, act }: Operator, [id = '']: string[]): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const order = await findOrder(paymentCtx.db, subject)
  if (!order) return refusedBy({ ok: false, why: 'order_not_found' })
  if (!order.buyerEmail) return refusedBy({ ok: false, why: 'no_buyer_email' })
  await act({ verb: 'send-link', subject }, async (work) => {
    await work.enqueue('mail-order-link', { orderId: subject, requestId: publicCode() })
    return { ok: true }
  })
  return done(`The buyer of order ${subject} is emailed a new link.`)
}

async function endLinks({ paymentCtx, act, actor }: Operator, [id = '']: string[]): Promise<VerbResult> {
  const subject = normalizeCode(id)
  if (!(await findOrder(paymentCtx.db, subject))) return refusedBy({ ok: false, why: 'order_not_found' })
  const ended = await act<{ ok: true; links: number }>({ verb: 'end-links', subject }, async (work) => ({
    ok: true,
    links: await revokeLinks(work, subject, actor),
  }))
  if (!ended.ok) return refusedBy(ended)
  return done(`Links to order ${subject} revoked: ${ended.links}. To send a new one: send-link ${subject}.`)
}
