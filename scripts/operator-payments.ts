// The operator's verbs for incoming payments: those held for review, and paid invoices.
import type { Db } from '#app/db/db.server.ts'
import { reconcileAttempt } from '#app/features/payments/flows.server.ts'
import { findAttempt, findOpenAttempt, listAttempts } from '#app/features/payments/store/attempts.server.ts'
import { findOrder, listRefunds } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCents } from '#app/kit/money.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

/** The verbs about payments, by name. */
export const paymentVerbs: Record<string, Verb> = {
  invoices: {
    usage: 'invoices <order>',
    about: 'the invoices of an order, open and closed, with their codes',
    takes: words(1),
    run: showInvoices,
  },
  'payment-received': {
    usage: 'payment-received <invoice or order> [reference]',
    about: 'records that an invoice was paid, and confirms its order; payment of a closed one is refunded',
    takes: words(1, 2),
    run: (operator, [id, reference]) => decideInvoice(operator, 'captured', id, reference),
  },
  'payment-refused': {
    usage: 'payment-refused <invoice or order>',
    about: 'withdraws an invoice: its order is canceled a few minutes later',
    takes: words(1),
    run: (operator, [id]) => decideInvoice(operator, 'declined', id),
  },
  'payment-review': {
    usage: 'payment-review <order or attempt> <approve | decline>',
    about: 'approves or declines a payment held for review',
    takes: ([id, ruling, ...more]) =>
      id !== undefined && ['approve', 'decline'].includes(ruling ?? '') && more.length === 0,
    run: review,
  },
}

/**
 * The invoice named by its own code, or the only matching one of an order. An order may have several, open and closed,
 * and a payment belongs to the one it names.
 */
async function findInvoice(db: Db, id: string, verdict: 'captured' | 'declined') {
  const named = await findAttempt(db, id)
  const invoices = (named ? [named] : await listAttempts(db, id)).filter(
    ({ gateway }) => gateway === 'manual',
  )
  if (invoices.length === 0) return refuse('no_invoice')
  const unpaid = invoices.filter(({ state }) => state !== 'captured')
  if (unpaid.length === 0) return refuse('already_received')
  // Only an open one can be withdrawn; payments arrive for closed ones as well.
  const fitting = verdict === 'captured' ? unpaid : unpaid.filter(({ state }) => state === 'review')
  const [invoice, ...more] = fitting
  if (!invoice) return refuse('no_invoice')
  return more.length > 0 ? refuse('which_invoice') : { ok: true as const, invoice }
}

/** A payment may also arrive for a canceled order or an earlier invoice: it is recorded there and refunded. */
async function decideInvoice(
  { paymentCtx, sellables, record }: Operator,
  verdict: 'captured' | 'declined',
  id = '',
  reference = '',
): Promise<VerbResult> {
  if (paymentCtx.gateway.name !== 'manual') return refusedBy({ ok: false, why: 'not_by_invoice' })
  const found = await findInvoice(paymentCtx.db, normalizeCode(id), verdict)
  if (!found.ok) return refusedBy(found)
  const { invoice } = found
  const { orderId: subject } = invoice
  const verb = verdict === 'captured' ? 'payment-received' : 'payment-refused'
  const data = { invoice: invoice.id, ...(reference && { reference }) }
  await paymentCtx.db.transaction((tx) => record({ tx, now: paymentCtx.now() }, { verb, subject, data }))
  await paymentCtx.gateway.settleReview?.(invoice.id, verdict, reference || undefined)
  await reconcileAttempt(paymentCtx, sellables, invoice)
  const after = await findOrder(paymentCtx.db, subject)
  const late = (await listRefunds(paymentCtx.db, subject)).find(
    ({ state, attemptId }) => state === 'started' && attemptId === invoice.id,
  )
  return done(
    late
      ? `Invoice ${invoice.id} was closed before this payment arrived. Pay ${formatCents(late.amountCents)} back to its buyer, then: refund-paid ${subject} ${late.id} --reference <text>.`
      : `Order ${subject} is now ${after?.state}.`,
  )
}

async function showInvoices({ paymentCtx, timeZone }: Operator, [id = '']: string[]): Promise<VerbResult> {
  const attempts = await listAttempts(paymentCtx.db, normalizeCode(id))
  const invoices = attempts.filter(({ gateway }) => gateway === 'manual')
  if (invoices.length === 0) return refusedBy({ ok: false, why: 'no_invoice' })
  const rows = invoices.map(({ id: code, amountCents, state, startedAt, settledAt }) => [
    code,
    formatCents(amountCents),
    invoiceStates[state],
    formatMoment(startedAt, timeZone),
    settledAt ? formatMoment(settledAt, timeZone) : '',
  ])
  return done(table(['Invoice', 'Amount', 'State', 'Sent', 'Closed'], rows))
}

/** Labels of an attempt's states for invoices. */
const invoiceStates = {
  started: 'being written',
  unknown: 'being written',
  review: 'open',
  captured: 'paid',
  declined: 'closed',
  abandoned: 'closed',
} as const

async function review(
  { paymentCtx, sellables, record }: Operator,
  [id = '', ruling]: string[],
): Promise<VerbResult> {
  const attempt = await findOpenAttempt(paymentCtx.db, normalizeCode(id))
  if (attempt?.state !== 'review') return refusedBy({ ok: false, why: 'nothing_to_review' })
  await paymentCtx.db.transaction((tx) =>
    record(
      { tx, now: paymentCtx.now() },
      { verb: 'payment-review', subject: attempt.orderId, data: { ruling: ruling ?? '' } },
    ),
  )
  await paymentCtx.gateway.settleReview?.(attempt.id, ruling === 'approve' ? 'captured' : 'declined')
  await reconcileAttempt(paymentCtx, sellables, attempt)
  const after = await findOrder(paymentCtx.db, attempt.orderId)
  return done(`Order ${attempt.orderId} is now ${after?.state}.`)
}
