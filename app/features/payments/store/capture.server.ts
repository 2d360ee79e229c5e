import { eq, type SQL, sql } from 'drizzle-orm'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { runAlone, type Statement, statement, value } from '#app/db/statement.server.ts'
import { sqlState, type UnitOfWork } from '#app/db/work.server.ts'
import type { WorkItemContext } from '#app/jobs/work-items.server.ts'
import { postingSql } from '#app/ledger/ledger.server.ts'
import { recordDueJob } from '#app/jobs/jobs.server.ts'
import { after, second } from '#app/kit/clock.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { refundCents, returnAll } from '#app/features/refunds/rules.ts'
import { orderEvents, orderLines, orders } from '#app/features/orders/tables.ts'
import {
  statementPerKinds,
  heldStockChanges,
  nextVersion,
  sellHeld,
  announceLines,
  sellablesOf,
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  releaseLines,
} from '#app/features/orders/store/lines.server.ts'
import { buyerColumns } from '#app/features/orders/store/buyer.server.ts'
import {
  captureValues,
  fulfillmentValues,
  postUnfulfilled,
} from '#app/features/orders/store/ledger.server.ts'
import { startRefund } from '#app/features/refunds/store/refund.server.ts'

type Attempt = typeof paymentAttempts.$inferSelect

/** An order as it is while it is being paid: what it costs and contains no longer changes. */
export type LockedOrder = { order: Order; lines: SellableLine[] }

export type Charge = { chargeRef: string; amountCents: number }

/** If this process dies before the order is paid, the reconcile job continues after this time. */
const fulfillMs = 10 * second

/** Commit it on its own, before anything else: then the money is on record even if the rest fails. Safe to repeat. */
export async function recordCapture(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  attempt: Pick<Attempt, 'id' | 'orderId' | 'gateway'>,
  charge: Charge,
): Promise<void> {
  await record(tx, recordValues(now, attempt, charge))
}

function recordValues(now: Date, attempt: Pick<Attempt, 'id' | 'orderId' | 'gateway'>, charge: Charge) {
  const values = { attemptId: attempt.id, ...charge, now, askAgainAt: after(now, fulfillMs) }
  return { ...values, ...captureValues(attempt, charge) }
}

/** The capture in a commit of its own, and behind it, in one round trip, the rest. False where none of the rest went through. */
export async function captureAndFulfill(
  { db, now, announce, log }: WorkItemContext,
  attempt: { id: string; orderId: string; gateway: string },
  charge: Charge,
  { order, lines }: LockedOrder,
): Promise<boolean> {
  const at = now()
  const pay = surePayStatement(sellablesOf(lines)).bind({
    orderId: order.id,
    lines: lines.length,
    heldVersion: nextVersion(order),
    attemptId: attempt.id,
    capturedCents: charge.amountCents,
    now: at,
    ...fulfillmentValues(order, lines),
  })
  try {
    await runAlone(db, record.bind(recordValues(at, attempt, charge)), [
      lockOrder.bind({ orderId: order.id }),
      pay,
    ])
  } catch (error) {
    // Stock that is gone, or an order that somebody else settled, is no fault.
    if (sqlState(error) !== 'P0001')
      log?.error({ err: error, attempt: attempt.id }, 'A captured payment is settled in a second try')
    return false
  }
  const topics = new Set<string>()
  announceLines({ announce: (topic) => topics.add(topic) }, lines)
  announce(topics)
  return true
}

/** Whoever settles the same order waits, and then sees what was done. */
const lockOrder = statement<unknown>(
  () => sql`select from ${orders} where ${orders.id} = ${value('orderId')} for update`,
)

const record = statement<unknown>(
  () => sql`
    with recorded as (
    update ${paymentAttempts} set
      charge_ref = ${value('chargeRef')}, captured_cents = ${value('amountCents')}::int,
      captured_at = coalesce(captured_at, ${value('now')}::timestamptz), ask_again_at = ${value('askAgainAt')}::timestamptz,
      state = case when state in ('started', 'unknown', 'review') and amount_cents = ${value('amountCents')}::int
        then 'captured' else state end
    where ${paymentAttempts.id} = ${value('attemptId')} and capture_settled_at is null
    returning id
    ),
    ${postingSql(sql`recorded`)}
    select id from recorded`,
)

/** If stock is gone, the order is `paid_unfulfilled`: the rest is released and everything refunded. True when it is paid. */
export async function fulfillOrder(
  work: UnitOfWork,
  order: Order,
  lines: SellableLine[],
  attempt: Pick<Attempt, 'id' | 'holdVersion' | 'amountCents'>,
): Promise<boolean> {
  const pay = payStatement(sellablesOf(lines))
  const values = {
    orderId: order.id,
    lines: lines.length,
    heldVersion: attempt.holdVersion,
    attemptId: attempt.id,
    capturedCents: attempt.amountCents,
    now: work.now,
    ...fulfillmentValues(order, lines),
  }
  const [done] = await pay(work.tx, values)
  if (done?.sold !== lines.length) {
    await leaveUnfulfilled(work, order, lines, attempt)
    return false
  }
  requirePaid(order.id, done)
  announceLines(work, lines)
  return true
}

export async function payFreeOrder(
  work: UnitOfWork,
  order: Pick<Order, 'id' | 'holdVersion'>,
  lines: SellableLine[],
  values: Record<string, unknown>,
): Promise<void> {
  // Its stock was extended under this lock.
  if (!(await sellHeld(work, order, lines))) throw new Error(`Order ${order.id} holds nothing to be sold`)
  const confirm = freeStatement(sellablesOf(lines))
  const [done] = await confirm(work.tx, values)
  requirePaid(order.id, done)
  announceLines(work, lines)
}

async function leaveUnfulfilled(
  work: UnitOfWork,
  order: Order,
  lines: SellableLine[],
  attempt: Pick<Attempt, 'id' | 'amountCents'>,
) {
  await releaseLines(work, order.id, lines)
  // No sale that staff are told of: they get its alert.
  const captured = { paidAt: work.now, staffToldAt: new Date(0), capturedCents: attempt.amountCents }
  await changeOrderState(work, order, 'paid_unfulfilled', captured)
  await postUnfulfilled(work, order, lines)
  await settleCaptured(work, attempt.id)
  await addEvent(work, order.id, 'unfulfilled', { attempt: attempt.id, amountCents: attempt.amountCents })
  await giveAllBack(work, { ...order, lines: lines.map(({ line }) => line) }, attempt.id)
  await raiseAlert(work, {
    kind: 'captured_without_stock',
    subject: order.id,
    detail: `Payment ${attempt.id} was captured when the stock of order ${order.id} had gone.`,
  })
  await work.enqueue('mail-order-unfulfilled', { orderId: order.id, attemptId: attempt.id })
}

async function giveAllBack(
  work: UnitOfWork,
  order: Order & { lines: SellableLine['line'][] },
  attemptId: string,
) {
  const parts = returnAll(order)
  const { shippingCents } = parts
  const what = { attemptId, amountCents: refundCents(parts), requestedBy: 'shop' as const, shippingCents }
  if (!(await startRefund(work, order.id, what, parts.lines)))
    throw new Error(`A refund of payment ${attemptId} was under way before it was captured`)
}

export async function settleCaptured({ tx, now }: UnitOfWork, attemptId: string) {
  await tx
    .update(paymentAttempts)
    .set({ captureSettledAt: now, settledAt: now, askAgainAt: null })
    .where(eq(paymentAttempts.id, attemptId))
}

type Paid = { paid: number }

function requirePaid(orderId: string, done: Paid | undefined) {
  if (done?.paid !== 1) throw new Error(`Order ${orderId} was not paid by the statement that pays it`)
}

const now = sql`${value('now')}::timestamptz`

/** Does nothing unless all of its stock is there. */
const payStatement: (sellables: Sellable[]) => Statement<Paid & { sold: number }> = statementPerKinds(
  (sellables) => composePay(sellables, (count) => sql`count(*)::int as paid, ${count}::int as sold`),
)

/** The same, but an order that it does not pay is an error: with it goes what the statement changed. */
const surePayStatement = statementPerKinds<unknown>((sellables) =>
  composePay(sellables, () => sql`require_rows('order to be paid', count(*), 1)`),
)

function composePay(sellables: readonly Sellable[], result: (count: SQL) => SQL) {
  const { changed, count } = heldStockChanges(sellables, 'fulfill')
  return sql`
    with ${changed},
    settled as (
      update ${paymentAttempts} set capture_settled_at = ${now}, settled_at = ${now}, ask_again_at = null
      where ${paymentAttempts.id} = ${value('attemptId')} and ${paymentAttempts.orderId} = ${value('orderId')}
        and state = 'captured' and capture_settled_at is null and ${count} = ${value('lines')}::int
      returning order_id
    ),
    paid as (
      update ${orders} set state = 'paid', paid_at = ${now}, captured_cents = ${value('capturedCents')}::int from settled
      where ${orders.id} = settled.order_id and ${orders.state} in ('paying', 'unknown', 'review')
      returning ${orders.id}
    ),
    ${postingSql(sql`paid`)},
    ${followUps(sellables, sql`jsonb_build_object('attempt', ${value('attemptId')}::text, 'amountCents', ${value('capturedCents')}::int)`)}
    select ${result(count)} from paid`
}

const freeStatement: (sellables: Sellable[]) => Statement<Paid> = statementPerKinds(
  (sellables) => sql`
    with paid as (
      update ${orders} set state = 'paid', paid_at = ${now}, ${buyerColumns}
      where ${orders.id} = ${value('orderId')} and ${orders.state} = 'held'
      returning id
    ),
    ${followUps(sellables, sql`jsonb_build_object('amountCents', 0)`)}
    select count(*)::int as paid from paid`,
)

function followUps(sellables: readonly Sellable[], data: SQL): SQL {
  const jobs = new Set(['mail-order-confirmation', ...sellables.flatMap(({ paidJob }) => paidJob ?? [])])
  const written = [...jobs].map(
    (job, n) =>
      sql`${sql.raw(`job_${n}`)} as (${recordDueJob(job, sql`jsonb_build_object('orderId', id)`, sql`paid`)})`,
  )
  return sql`
    reserved as (
      update ${orderLines} set stage = 'reserved' from paid
      where ${orderLines.orderId} = paid.id and ${orderLines.fulfillment} = 'ffl_transfer'
    ),
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data) select id, ${now}, 'paid', ${data} from paid
    ),
    ${sql.join(written, sql`, `)}`
}
