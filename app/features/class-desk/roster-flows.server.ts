// What staff do on the day of a class: marks, money and students who come without a booking.
import { recordAudit } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import { sellOnTheSpot } from '#app/features/checkout/recorded-flows.server.ts'
import type { Session } from '#app/features/courses/rules.ts'
import { earnBalance, type MarkChange, markRoster } from '#app/features/courses/store/roster.server.ts'
import { offerSeats } from '#app/features/courses/store/offers.server.ts'
import { openClassBalance } from '#app/features/courses/store/class-balance.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { DayMethod } from './rules.ts'

/** The instructor at the range: `by` goes into the order's history, `actor` into the audit log. */
export type RosterDesk = {
  ctx: PaymentContext
  sellables: Sellables
  timeZone: string
  actor: string
  by: string
}

/** Sets or removes one mark. An unchanged mark is not recorded again. */
export function mark({ ctx, actor, timeZone }: RosterDesk, session: Session, change: MarkChange) {
  return transact(ctx, async (work) => {
    const done = await markRoster(work, session, change, timeZone)
    const { orderId, mark: verb, isSet, score } = change
    if (done.ok && done.isChanged)
      await recordAudit(work, {
        actor,
        verb: `roster ${verb}`,
        subject: orderId,
        data: { session: session.id, set: isSet, ...(score !== undefined && { score }) },
      })
    return done
  })
}

/** `key` is that of the form: pressed twice, it is one payment. */
type Received = { key: string; amount: number; method: DayMethod; reference: string }

/** Records the balance of a student: an order of its own, in the ledger like every payment. Safe to repeat. */
export async function takeBalance(
  { ctx, sellables, actor, by }: RosterDesk,
  session: Session,
  { key, order, amount, method, reference }: Received & { order: string },
): Promise<{ ok: true; orderId: string } | Refusal> {
  if (session.canceledAt) return refuse('session_canceled')
  const due = await transact(ctx, (work) => openClassBalance(work, session.id, order))
  if (!due.ok) return due
  const line = { kind: 'class_balance' as const, ref: { seat: order } }
  const sale = {
    key: `class-balance:${key}`,
    line,
    amountCents: amount,
    buyer: due.buyer,
    method,
    reference,
    by,
  }
  const sold = await sellOnTheSpot(ctx, sellables, sale, (work, paidBy) =>
    recordAudit(work, {
      actor,
      verb: 'class-balance',
      subject: order,
      data: { session: session.id, amountCents: amount, method, order: paidBy },
    }),
  )
  if (sold.ok) await transact(ctx, (work) => earnBalance(work, session.id, order))
  return sold
}

/** A student who comes without a booking, as the form says it. */
export type WalkIn = Received & { name: string; email: string; phone: string | null }

/**
 * Sells a free seat to a student who is here, for the whole price. Pressed twice, it sells one. Free seats are first offered to
 * who waits for them; where nobody does, they are sold at once.
 */
export async function sellWalkIn(
  { ctx, sellables, timeZone, actor, by }: RosterDesk,
  session: Session,
  { key, name, email, phone, amount, method, reference }: WalkIn,
) {
  await transact(ctx, (work) => offerSeats(work, sellables, session.id, timeZone))
  return sellOnTheSpot(
    ctx,
    sellables,
    {
      key: `walk-in:${key}`,
      line: { kind: 'course_seat', ref: { session: session.id, zone: timeZone, isWalkIn: true } },
      amountCents: amount,
      buyer: { buyerName: name, buyerEmail: email, buyerPhone: phone },
      method,
      reference,
      by,
    },
    (work, orderId) =>
      recordAudit(work, {
        actor,
        verb: 'walk-in',
        subject: orderId,
        data: { session: session.id, amountCents: amount, method, idSeen: true },
      }),
  )
}
