// The operator's verbs on the private links of an order.
import { findOrder, revokeLinks } from '#app/features/orders/store.server.ts'
import { normalizeCode, publicCode } from '#app/kit/ids.ts'
import type { Operator } from './operator.ts'
import { done, refusedBy, type Said, type Verb, words } from './operator-verb.ts'

/** Verbs by name. */
export const linkVerbs: Record<string, Verb> = {
  'send-link': {
    usage: 'send-link <order>',
    about: 'mails the buyer of an order a new private link, to the email it was made with',
    takes: words(1),
    run: sendLink,
  },
  'end-links': {
    usage: 'end-links <order>',
    about: 'makes all private links to an order useless, in every browser',
    takes: words(1),
    run: endLinks,
  },
}

async function sendLink({ paymentCtx, act }: Operator, [id = '']: string[]): Promise<Said> {
  const subject = normalizeCode(id)
  const order = await findOrder(paymentCtx.db, subject)
  if (!order) return refusedBy({ ok: false, why: 'order_not_found' })
  if (!order.buyerEmail) return refusedBy({ ok: false, why: 'no_buyer_email' })
  await act({ verb: 'send-link', subject }, async (work) => {
    await work.enqueue('mail-order-link', { orderId: subject, requestId: publicCode() })
    return { ok: true }
  })
  return done(`The buyer of order ${subject} is mailed a new link.`)
}

async function endLinks({ paymentCtx, act }: Operator, [id = '']: string[]): Promise<Said> {
  const subject = normalizeCode(id)
  if (!(await findOrder(paymentCtx.db, subject))) return refusedBy({ ok: false, why: 'order_not_found' })
  const ended = await act<{ ok: true; links: number }>({ verb: 'end-links', subject }, async (work) => ({
    ok: true,
    links: await revokeLinks(work, subject),
  }))
  if (!ended.ok) return refusedBy(ended)
  return done(
    `Links to order ${subject} that open nothing any more: ${ended.links}. A new one: send-link ${subject}.`,
  )
}
