import { atOnce, transact, type Work, type Workplace } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { minute } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { type ChargeAnswer, GatewaySilent, type PaymentGateway } from '#app/payments/gateway.ts'
import { type ReservationInput, toBuyerDetails } from './input.ts'
import { needsOf, piecesCents } from './rules/needs.ts'
import { judgeOrder, type Parties } from './rules/verdict.ts'
import { confirmFreeOrder } from './store/free.server.ts'
import { kindsOf, type Sellables, sellableOf } from './store/lines.server.ts'
import { type Attempt, type BegunAttempt, beginPayment } from './store/pay.server.ts'
import { findPrices, quoteAgain } from './store/quote.server.ts'
import { listLines, type PayableLine, requireCharge } from './store/read.server.ts'
import {
  askRefundAgain,
  type OperatorRefund,
  type Refund,
  requestOperatorRefund,
  requestOwnRefund,
  settleRefund,
  takeDueRefunds,
} from './store/refund.server.ts'
import {
  captureAttempt,
  listAbandoned,
  type Settlement,
  settleAttempt,
  takeDueAttempts,
} from './store/settle.server.ts'

/** What money flows run on. The shop is one; tests bring their own. */
export type Till = Workplace & { gateway: PaymentGateway; timeZone?: string }

/**
 * Pays an order: writes the attempt down, asks the gateway outside any transaction, and records the answer. Whatever
 * dies in between, the reconcile job finishes it. `ok` means that the payment went as far as it can go now: the order's
 * own state says whether it is paid, declined, silent or under review, and `isPaid` that it surely is. `known` is what
 * the order is made of, if the caller has read it already.
 */
export async function payOrder(
  till: Till,
  sellables: Sellables,
  orderId: string,
  form: ReservationInput,
  known?: PayableLine[],
): Promise<
  | { ok: true; isPaid: boolean }
  | { ok: false; why: 'refused_by_state'; verdict: Verdict }
  | Refusal<PayRefusal>
> {
  const buyer = toBuyerDetails(form)
  const made = known ?? (await listLines(till.db, orderId))
  const priced = await priceNow(till, sellables, orderId, made)
  if (!priced.ok) return refuse(priced.why as PayRefusal)
  const { totalCents, shipState, shipZip } = priced
  if (priced.isChanged || (form.total ?? totalCents) !== totalCents) return refuse('total_changed')
  const verdict = await judgeLines(till, made, { ...buyer, shipState, shipZip })
  if (verdict.outcome === 'refused') return { ok: false, why: 'refused_by_state', verdict }

  const lines = payable(made, sellables)
  if (totalCents === 0) {
    const confirmed = await atOnce(till, (work) => confirmFreeOrder(work, { orderId, buyer, verdict, lines }))
    return confirmed.ok ? { ok: true, isPaid: true } : refuse(confirmed.why as PayRefusal)
  }
  const { formKey, paymentToken } = form
  const requestFingerprint = fingerprint(JSON.stringify([buyer, paymentToken]))
  const kinds = kindsOf(lines).map(({ kind }) => kind)
  const request = {
    ...{ orderId, kinds, formKey, requestFingerprint, buyer, verdict, totalCents },
    gateway: till.gateway.name,
  }
  const begun = await atOnce(till, (work) => beginPayment(work, sellables, request))
  if (!begun.ok) return refuse(begun.why as PayRefusal)
  // The first request of a doubled one is on its way to the gateway, or has been there.
  if (begun.isReplay) return { ok: true, isPaid: false }
  const { id: attemptId } = begun.attempt
  const said = await charge(till, orderId, begun.attempt, paymentToken)
  const isSettled =
    said.outcome === 'captured' &&
    (await atOnce(till, (work) =>
      captureAttempt(work, orderId, lines, { attemptId, chargeRef: said.chargeRef }),
    ))
  if (!isSettled) await transact(till, (work) => settleAttempt(work, sellables, attemptId, said))
  return { ok: true, isPaid: isSettled }
}

/** Why a payment was not begun. */
export type PayRefusal =
  | 'expired'
  | 'cancelled'
  | 'already_paying'
  | 'already_paid'
  | 'key_reused'
  | 'not_quoted'
  | 'total_changed'

/** What the order costs at this moment. Only parcels can have become dearer or cheaper since they were shown. */
async function priceNow(till: Till, sellables: Sellables, orderId: string, lines: PayableLine[]) {
  if (!needsOf(lines).parcel)
    return {
      ...{ ok: true as const, totalCents: piecesCents(lines), isChanged: false },
      ...{ shipState: null, shipZip: null },
    }
  const prices = await findPrices(till)
  const quoted = await transact(till, (work) => quoteAgain(work, sellables, orderId, prices))
  if (!quoted.ok) return quoted
  const { totalCents, shipState, shipZip } = quoted.order
  return { ok: true as const, totalCents, shipState, shipZip, isChanged: quoted.isChanged }
}

function payable(lines: PayableLine[], sellables: Sellables) {
  return lines.map(({ kind, ref }) => {
    const sellable = sellableOf(sellables, kind)
    return { sellable, ref: sellable.parseRef(ref) }
  })
}

async function judgeLines(till: Till, lines: PayableLine[], parties: Parties): Promise<Verdict> {
  const isRegulated = lines.some(({ itemClass, magazine }) => itemClass !== null || magazine !== null)
  const rules = isRegulated ? await findKnownRules(till.db, till.now()) : []
  return judgeOrder(lines, parties, rules, till.now())
}

async function charge(
  { gateway }: Till,
  orderId: string,
  { id: attemptId, amountCents }: BegunAttempt,
  paymentToken: string,
): Promise<Settlement> {
  const answer = await orSilence(gateway.charge({ attemptId, orderId, amountCents, paymentToken }))
  // "Not found" is no answer to a charge: it settles nothing.
  return answer === 'silent' || answer.outcome === 'not_found' ? { outcome: 'unknown' } : answer
}

/** How long an attempt that the gateway does not know may still be on its way there. */
const lateChargeMs = 2 * minute

/** Asks the gateway what became of open attempts that are due, and records the answers. Returns how many were asked. */
export async function reconcilePayments(till: Till, sellables: Sellables, most = 20): Promise<number> {
  const due = await transact(till, (work) => takeDueAttempts(work, till.gateway.name, most))
  for (const attempt of due) await reconcileAttempt(till, sellables, attempt)
  return due.length
}

/** Looks again for charges of attempts that were given up: one that comes to light goes back, also without any news of it. */
export async function recheckAbandoned(till: Till, sellables: Sellables): Promise<void> {
  for (const attempt of await listAbandoned(till, till.gateway.name))
    await reconcileAttempt(till, sellables, attempt)
}

/**
 * Asks about one attempt, as the reconcile job and a gateway's notification do. False when nothing was learnt: its gateway
 * was silent, or is not the one in use.
 */
export async function reconcileAttempt(
  till: Till,
  sellables: Sellables,
  attempt: Pick<Attempt, 'id' | 'startedAt' | 'chargeRef' | 'gateway'>,
): Promise<boolean> {
  if (attempt.gateway !== till.gateway.name) return false
  const answer = await orSilence(till.gateway.findCharge(attempt.id, attempt))
  const said =
    answer === 'silent' ? ({ outcome: 'unknown' } as const) : concluded(answer, attempt, till.now())
  await transact(till, (work) => settleAttempt(work, sellables, attempt.id, said))
  return answer !== 'silent'
}

function concluded(answer: ChargeAnswer, attempt: Pick<Attempt, 'startedAt'>, now: Date): Settlement {
  if (answer.outcome !== 'not_found') return answer
  const isLate = now.getTime() - attempt.startedAt.getTime() > lateChargeMs
  return { outcome: isLate ? 'abandoned' : 'unknown' }
}

/** The buyer takes lines back. `ok` once the gateway was asked; the order's state says how it went. */
export async function refundOwnLines(
  till: Till,
  sellables: Sellables,
  orderId: string,
  positions: readonly number[],
) {
  const requested = await transact(till, (work) => requestOwnRefund(work, sellables, orderId, positions))
  if (requested.ok) await carryOutRefund(till, sellables, requested.refund)
  return requested
}

/**
 * The operator gives money back: all that is left, a line, or an amount. `alongside` is done in the transaction that
 * writes the refund down, if it does.
 */
export async function refundOrder(
  till: Till,
  sellables: Sellables,
  orderId: string,
  what: OperatorRefund = 'all',
  alongside: (work: Work) => Promise<void> = async () => {},
) {
  const requested = await transact(till, async (work) => {
    const outcome = await requestOperatorRefund(work, sellables, orderId, what)
    if (outcome.ok) await alongside(work)
    return outcome
  })
  if (requested.ok) await carryOutRefund(till, sellables, requested.refund)
  return requested
}

/** Carries out refunds that were written down and whose outcome is still open. Returns how many were due. */
export async function reconcileRefunds(till: Till, sellables: Sellables, most = 20): Promise<number> {
  const due = await transact(till, (work) => takeDueRefunds(work, till.gateway.name, most))
  for (const refund of due) await carryOutRefund(till, sellables, refund)
  return due.length
}

/** How far apart questions about a refund grow that waits for the charge to settle or for a person: nobody stands by. */
const pendingRefundMs = 30 * minute

/** Asks for one refund. Its id is the gateway's idempotency key: asking twice gives back once. */
export async function carryOutRefund(till: Till, sellables: Sellables, refund: Refund) {
  const { chargeRef, gateway } = await requireCharge(till.db, refund.attemptId)
  if (gateway !== till.gateway.name) return // waits until the shop, or the operator's command, runs with that gateway
  const { id: refundId, attemptId, amountCents, startedAt } = refund
  const answer = await orSilence(
    till.gateway.refund({ refundId, attemptId, chargeRef, amountCents, startedAt }),
  )
  if (answer === 'silent') return transact(till, (work) => askRefundAgain(work, refund))
  if (answer.outcome === 'pending')
    return transact(till, (work) => askRefundAgain(work, refund, pendingRefundMs))
  await transact(till, (work) => settleRefund(work, sellables, refundId, answer))
}

async function orSilence<Answer>(asked: Promise<Answer>): Promise<Answer | 'silent'> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof GatewaySilent) return 'silent'
    throw error
  }
}
