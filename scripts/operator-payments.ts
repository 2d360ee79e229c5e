// The operator's verbs about money that comes in: what is held for review, and invoices that were paid.
import { reconcileAttempt } from '#app/features/orders/flows.server.ts'
import { findAttempt, findOpenAttempt, findOrder, listRefunds } from '#app/features/orders/store.server.ts'
import { normaliseCode } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Operator } from './operator.ts'
import { done, refusedBy, type Said, type Verb, words } from './operator-verb.ts'

/** The verbs about payments, by name. */
export const paymentVerbs: Record<string, Verb> = {
  'payment-received': {
    usage: 'payment-received <id> [reference]',
    about: 'notes that an invoice was paid, and confirms its order',
    takes: words(1, 2),
    run: (operator, [id, reference]) => decideInvoice(operator, 'captured', id, reference),
  },
  'payment-refused': {
    usage: 'payment-refused <id>',
    about: 'withdraws an invoice: its order is let go a few minutes later',
    takes: words(1),
    run: (operator, [id]) => decideInvoice(operator, 'declined', id),
  },
  review: {
    usage: 'review <order or attempt> <approve | decline>',
    about: 'decides a payment that the payment service holds for review',
    takes: ([id, ruling, ...more]) =>
      id !== undefined && ['approve', 'decline'].includes(ruling ?? '') && more.length === 0,
    run: review,
  },
}

/** Money may also come for an order that was let go: it is noted, and goes back. */
async function decideInvoice(
  { till, sellables, record }: Operator,
  verdict: 'captured' | 'declined',
  id = '',
  reference = '',
): Promise<Said> {
  const subject = normaliseCode(id)
  const order = await findOrder(till.db, subject)
  if (till.gateway.name !== 'manual') return refusedBy({ ok: false, why: 'not_by_invoice' })
  const attempt = order?.lastAttempt && (await findAttempt(till.db, order.lastAttempt.id))
  if (!order || attempt?.gateway !== 'manual') return refusedBy({ ok: false, why: 'no_invoice' })
  if (attempt.state === 'captured') return refusedBy({ ok: false, why: 'already_received' })
  const verb = verdict === 'captured' ? 'payment-received' : 'payment-refused'
  await till.db.transaction((tx) =>
    record({ tx, now: till.now() }, { verb, subject, ...(reference && { data: { reference } }) }),
  )
  await till.gateway.settleReview?.(attempt.id, verdict, reference || undefined)
  await reconcileAttempt(till, sellables, attempt)
  const after = await findOrder(till.db, subject)
  const late = verdict === 'captured' ? await findOpenRefund(till, subject) : undefined
  return done(
    late
      ? `Order ${subject} was let go before this money came. Pay ${formatCents(late.amountCents)} back to its buyer, then: refund-paid ${subject} ${late.id} --reference <text>.`
      : `Order ${subject} is now ${after?.state}.`,
  )
}

async function review({ till, sellables, record }: Operator, [id = '', ruling]: string[]): Promise<Said> {
  const attempt = await findOpenAttempt(till.db, normaliseCode(id))
  if (attempt?.state !== 'review') return refusedBy({ ok: false, why: 'nothing_to_review' })
  await till.db.transaction((tx) =>
    record(
      { tx, now: till.now() },
      { verb: 'review', subject: attempt.orderId, data: { ruling: ruling ?? '' } },
    ),
  )
  await till.gateway.settleReview?.(attempt.id, ruling === 'approve' ? 'captured' : 'declined')
  await reconcileAttempt(till, sellables, attempt)
  const after = await findOrder(till.db, attempt.orderId)
  return done(`Order ${attempt.orderId} is now ${after?.state}.`)
}

async function findOpenRefund({ db }: Operator['till'], orderId: string) {
  const refunds = await listRefunds(db, orderId)
  return refunds.find(({ state }) => state === 'started')
}
