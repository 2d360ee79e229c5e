import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { openAttemptStates, paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { orderEvents, orders } from '#app/features/orders/tables.ts'
import { buyerColumns } from '#app/features/orders/store/buyer.server.ts'
import { statementPerKinds } from '#app/features/orders/store/statement-per-kinds.server.ts'
import { heldStockChanges } from '#app/features/orders/store/held.server.ts'

/** A payment attempt by id: what a gateway's notification is about. */
export async function findAttempt(db: Db, attemptId: string) {
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  return attempt
}

/** Every attempt to pay an order, oldest first. */
export function listAttempts(db: Db, orderId: string) {
  return db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.startedAt), asc(paymentAttempts.id))
}

/** The attempt of which the outcome is open, by its own id or by that of its order, or undefined. */
export async function findOpenAttempt(db: Db, attemptOrOrderId: string) {
  const [attempt] = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.state, [...openAttemptStates]),
        or(eq(paymentAttempts.id, attemptOrOrderId), eq(paymentAttempts.orderId, attemptOrOrderId)),
      ),
    )
  return attempt
}

/** A payment attempt as stored. Its id is the gateway's idempotency key. */
export type Attempt = typeof paymentAttempts.$inferSelect

/** What was begun: enough to charge it, and until when an invoice for it may be paid. */
export type BegunAttempt = { id: string; amountCents: number; dueAt?: Date | undefined }

/** The attempt that a form made when it was sent before, if it was. */
export const attemptOfForm = statement<{ requestFingerprint: string }>(
  () => sql`
    select request_fingerprint as "requestFingerprint" from ${paymentAttempts}
    where ${paymentAttempts.orderId} = ${value('orderId')} and ${paymentAttempts.formKey} = ${value('formKey')}`,
)

/**
 * Extends what a locked order holds, writes down the attempt to charge it, with its buyer and its history, and moves the order to
 * `paying`. Where the stock of a line is gone there is no attempt: the hold is lost, however much of it is left.
 */
export const attemptStatement = statementPerKinds<BegunAttempt>((sellables) => {
  const { changed, count } = heldStockChanges(sellables, 'extend')
  return sql`
    with ${changed},
    moved as (
      update ${orders} set state = 'paying', ${buyerColumns}
      where ${orders.id} = ${value('orderId')} and ${orders.state} = 'held' and ${count} = ${value('lines')}::int
      returning id
    ),
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${value('now')}::timestamptz, 'paying',
        jsonb_build_object('attempt', ${value('attemptId')}::text, 'amountCents', ${value('totalCents')}::int) from moved
    )
    insert into ${paymentAttempts}
      (id, order_id, form_key, request_fingerprint, amount_cents, gateway, state, hold_version, started_at, ask_again_at)
    select ${value('attemptId')}, id, ${value('formKey')}, ${value('requestFingerprint')}, ${value('totalCents')}::int,
      ${value('gateway')}, 'started', ${value('version')}::int, ${value('now')}::timestamptz, ${value('askAgainAt')}::timestamptz
    from moved
    returning id, amount_cents as "amountCents"`
})
