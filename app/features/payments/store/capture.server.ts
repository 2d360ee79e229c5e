import { eq, type SQL, sql } from 'drizzle-orm'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { runAlone, runTogether, statement, value } from '#app/db/statement.server.ts'
import { sqlState, type UnitOfWork } from '#app/db/db.server.ts'
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

type Charge = { chargeRef: string; amountCents: number }

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
  const sold = { id: attempt.id, holdVersion: nextVersion(order), amountCents: charge.amountCents }
  try {
    await runAlone(db, record.bind(recordValues(at, attempt, charge)), [
      lockOrder.bind({ orderId: order.id }),
      payStatement(sellablesOf(lines)).bind(payValues(at, order, lines, sold)),
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

type Sold = Pick<Attempt, 'id' | 'holdVersion' | 'amountCents'>

function payValues(now: Date, order: Order, lines: SellableLine[], attempt: Sold) {
  return {
    orderId: order.id,
    lines: lines.length,
    heldVersion: attempt.holdVersion,
    attemptId: attempt.id,
    capturedCents: attempt.amountCents,
    now,
    ...fulfillmentValues(order, lines),
  }
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
  attempt: Sold,
): Promise<boolean> {
  const pay = payStatement(sellablesOf(lines)).bind(payValues(work.now, order, lines, attempt))
  const isSold = await unlessStockGone(work.tx.transaction((tx) => runTogether(tx, [pay])))
  if (!isSold) {
    await leaveUnfulfilled(work, order, lines, attempt)
    return false
  }
  announceLines(work, lines)
  return true
}

const stockOfOrder = 'stock of an order'

/** All lines of an order, counted. With the error of one that has no stock goes what its statement changed. */
export const requireStock = (count: SQL) =>
  sql`require_rows(${sql.raw(`'${stockOfOrder}'`)}, ${count}, ${value('lines')}::int) = ${value('lines')}::int`

function isStockGone(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.message.startsWith(`${stockOfOrder}: `)) return true
  return false
}

export async function unlessStockGone<Result>(done: Promise<Result>): Promise<Result | undefined> {
  return done.catch((error: unknown) => {
    if (!isStockGone(error)) throw error
    return undefined
  })
}

async function leaveUnfulfilled(work: UnitOfWork, order: Order, lines: SellableLine[], attempt: Sold) {
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

const now = sql`${value('now')}::timestamptz`

/** An order that it does not pay is an error. */
const payStatement = statementPerKinds<unknown>((sellables) =>
  composePaid(
    sellables,
    (hasStock) => sql`
      settled as (
        update ${paymentAttempts} set capture_settled_at = ${now}, settled_at = ${now}, ask_again_at = null
        where ${paymentAttempts.id} = ${value('attemptId')} and ${paymentAttempts.orderId} = ${value('orderId')}
          and state = 'captured' and capture_settled_at is null and ${hasStock}
        returning order_id
      ),
      paid as (
        update ${orders} set state = 'paid', paid_at = ${now}, captured_cents = ${value('capturedCents')}::int from settled
        where ${orders.id} = settled.order_id and ${orders.state} in ('paying', 'unknown', 'review')
        returning ${orders.id}
      ),
      ${postingSql(sql`paid`)}`,
    sql`jsonb_build_object('attempt', ${value('attemptId')}::text, 'amountCents', ${value('capturedCents')}::int)`,
  ),
)

/** An order without a charge. */
export const freeStatement = statementPerKinds<unknown>((sellables) =>
  composePaid(
    sellables,
    (hasStock) => sql`
      paid as (
        update ${orders} set state = 'paid', paid_at = ${now}, ${buyerColumns}
        where ${orders.id} = ${value('orderId')} and ${orders.state} = 'held' and ${hasStock}
        returning id
      )`,
    sql`jsonb_build_object('amountCents', 0)`,
  ),
)

function composePaid(sellables: readonly Sellable[], paid: (hasStock: SQL) => SQL, data: SQL): SQL {
  const { changed, count } = heldStockChanges(sellables, 'fulfill')
  const jobs = new Set(['mail-order-confirmation', ...sellables.flatMap(({ paidJob }) => paidJob ?? [])])
  const written = [...jobs].map(
    (job, n) =>
      sql`${sql.raw(`job_${n}`)} as (${recordDueJob(job, sql`jsonb_build_object('orderId', id)`, sql`paid`)})`,
  )
  return sql`
    with ${changed},
    ${paid(requireStock(count))},
    reserved as (
      update ${orderLines} set stage = 'reserved' from paid
      where ${orderLines.orderId} = paid.id and ${orderLines.fulfillment} = 'ffl_transfer'
    ),
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data) select id, ${now}, 'paid', ${data} from paid
    ),
    ${sql.join(written, sql`, `)}
    select require_rows('order to be paid', count(*), 1) from paid`
}
