import { eq, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import {
  listEntries,
  orderBalances,
  post,
  postingValues,
  refundRounds,
  orderTotals,
} from '#app/ledger/ledger.server.ts'
import {
  captured,
  depositTransferred,
  wholeLine,
  fulfilled,
  type LineIncome,
  refundDone,
  refundPaidOutside,
  refundRefused,
  refundStarted,
  unallocatedRefundStarted,
  unfulfilled,
} from '#app/ledger/postings.ts'
import type { GatewayName } from '#app/gateway/gateway.ts'
import { paymentAttempts, refundLines, type refunds } from '../payment-tables.ts'
import type { Fulfillment } from '../goods.ts'
import type { SellableLine, Order } from './lines.server.ts'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { formatCents } from '#app/kit/money.ts'
import { orderLines, orders } from '../tables.ts'

type Place = Pick<UnitOfWork, 'tx' | 'now'>
type Refund = Pick<
  typeof refunds.$inferSelect,
  'id' | 'orderId' | 'attemptId' | 'amountCents' | 'shippingCents'
>

export function captureValues(
  attempt: Pick<typeof paymentAttempts.$inferSelect, 'id' | 'orderId' | 'gateway'>,
  { chargeRef: gatewayRef, amountCents }: { chargeRef: string; amountCents: number },
) {
  const { id: attemptId, orderId } = attempt
  const charge = { attemptId, orderId, gateway: attempt.gateway as GatewayName, gatewayRef, amountCents }
  return { orderId, ...postingValues(captured(charge)) }
}

export function fulfillmentValues(order: Order, lines: SellableLine[]) {
  return postingValues(fulfilled(paidOrder(order, lines)))
}

export async function postUnfulfilled(place: Place, order: Order, lines: SellableLine[]): Promise<void> {
  await post(place, unfulfilled(paidOrder(order, lines)))
}

/** Posts a deposit or a balance as earned: the firearm was transferred, or the class attended. Safe to repeat. */
export async function postEarned({ tx, now }: Place, orderId: string, position: number): Promise<void> {
  const held = await orderBalances(tx, orderId)
  for (const from of ['deposits', 'balances'] as const) {
    const owed = held.find(({ account, line }) => account === from && line === position)
    if (!owed) continue // free, or given back
    await post(
      { tx, now },
      depositTransferred({ orderId, line: position, amountCents: -owed.amountCents, from }),
    )
  }
}

/** Posts the start of a refund, after its lines are stored. Safe to repeat; a refused one starts again. */
export async function postRefundStarted(place: Place, refund: Refund): Promise<void> {
  const { tx } = place
  const { id: refundId, orderId, amountCents, shippingCents } = refund
  const { rounds, isOpen } = await refundRounds(tx, { refundId, orderId })
  if (isOpen) return
  const about = { refundId, orderId, round: rounds + 1 }
  const { isLate } = await chargeOf(place, refund.attemptId)
  if (isLate) return void (await post(place, unallocatedRefundStarted({ ...about, amountCents })))
  const parts = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId))
  const balances = await orderBalances(tx, orderId)
  const given = [
    ...parts.map((part) => ({ line: part.position, amountCents: part.amountCents })),
    { line: null, amountCents: shippingCents },
  ].filter((part) => part.amountCents > 0)
  // A refund without parts covers everything that is left.
  await post(place, refundStarted(about, given.length > 0 ? given : wholeLine(balances), balances))
}

export async function postRefundRefused(place: Place, refund: Refund): Promise<void> {
  const about = { refundId: refund.id, orderId: refund.orderId }
  const { rounds, isOpen } = await refundRounds(place.tx, about)
  if (!isOpen) return
  const { reference } = refundRefused({ ...about, round: rounds }, [])
  const started = await listEntries(place.tx, { kind: 'refund_started', reference })
  await post(place, refundRefused({ ...about, round: rounds }, started))
}

export async function postRefundPaid(
  place: Place,
  refund: Refund,
  paid: { refundRef: string; isOutside: boolean },
): Promise<void> {
  await postRefundStarted(place, refund)
  const { id: refundId, orderId, amountCents } = refund
  const about = { refundId, orderId, amountCents }
  const { gateway } = await chargeOf(place, refund.attemptId)
  await post(
    place,
    paid.isOutside ? refundPaidOutside(about) : refundDone({ ...about, gateway, gatewayRef: paid.refundRef }),
  )
}

async function chargeOf({ tx }: Pick<Place, 'tx'>, attemptId: string) {
  const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  if (!attempt || attempt.capturedCents === null) throw new Error(`Attempt ${attemptId} was not captured`)
  return { isLate: attempt.isLate, gateway: attempt.gateway as GatewayName }
}

/** What is handed over later is owed until then; for a class in full, too, that was paid when it was booked. */
const incomeBy: Record<Fulfillment, LineIncome> = {
  ffl_transfer: 'deposits',
  in_person: 'deposits',
  with_reservation: 'balances',
  shipping: 'sales',
  digital: 'sales',
}

function paidOrder({ id, shippingCents, shippingTaxCents }: Order, lines: SellableLine[]) {
  return {
    id,
    shippingCents,
    shippingTaxCents,
    lines: lines.map(({ line: { position, taxCents, unitCents, quantity, fulfillment }, sellable }) => ({
      position,
      taxCents,
      lineCents: unitCents * quantity,
      paysInto: sellable.owedFor ? 'balances' : incomeBy[fulfillment],
    })),
  }
}

type Mismatch = { orderId: string; total: string; shownCents: number; ledgerCents: number }

/** One statement, for one consistent snapshot. */
export async function findLedgerMismatches(db: Db): Promise<Mismatch[]> {
  const { rows } = await db.execute<Mismatch>(sql`
    with ledger as (${orderTotals}),
    whole as (
      select order_id, sum(paid_cents)::int as paid_cents, sum(refunded_cents)::int as refunded_cents,
        coalesce(sum(refunded_cents) filter (where line is null), 0)::int as shipping_cents
      from ledger group by order_id
    ),
    compared as (
      select ${orders.id} as order_id, total.* from ${orders} left join whole on whole.order_id = ${orders.id},
        lateral (values
          ('captured', ${orders.capturedCents}, coalesce(whole.paid_cents, 0)),
          ('refunded', ${orders.refundedCents}, coalesce(whole.refunded_cents, 0)),
          ('refunded of the shipping', ${orders.shippingRefundedCents}, coalesce(whole.shipping_cents, 0))
        ) as total(name, shown, ledger)
      union all
      select ${orderLines.orderId}, 'refunded of line ' || ${orderLines.position}, ${orderLines.refundedCents},
        coalesce(ledger.refunded_cents, 0)
      from ${orderLines} left join ledger
        on ledger.order_id = ${orderLines.orderId} and ledger.line = ${orderLines.position}
    )
    select order_id as "orderId", name as total, shown as "shownCents", ledger as "ledgerCents"
    from compared where shown <> ledger order by order_id, name`)
  return rows
}

export async function checkLedger(work: UnitOfWork): Promise<Mismatch[]> {
  const found = await findLedgerMismatches(work.tx)
  const byOrder = Map.groupBy(found, ({ orderId }) => orderId)
  const wrong = [...byOrder].map(([subject, mismatches]) => ({
    subject,
    detail: mismatches.map(inWords).join(' '),
  }))
  await syncAlerts(work, 'ledger_mismatch', wrong)
  return found
}

function inWords({ total, shownCents, ledgerCents }: Mismatch): string {
  return `The order shows ${formatCents(shownCents)} as ${total}, the ledger says ${formatCents(ledgerCents)}.`
}
