import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { openAttemptStates, paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { orderEvents, orders } from '#app/features/orders/tables.ts'
import { buyerColumns } from '#app/features/orders/store/buyer.server.ts'
import { statementPerKinds } from '#app/features/orders/store/statement-per-kinds.server.ts'
import { heldStockChanges } from '#app/features/orders/store/held.server.ts'

/** A payment attempt by id, as a webhook names it. */
export async function findAttempt(db: Db, attemptId: string) {
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  return attempt
}

/** All payment attempts of an order, oldest first. */
export function listAttempts(db: Db, orderId: string) {
  return db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.startedAt), asc(paymentAttempts.id))
}

/** The attempt whose outcome is open, by its id or by its order's, or undefined. */
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

/** The request fingerprint of attempts by which staff record money that they have. */
export const recordedByStaff = 'recorded by staff'

/** What the charge needs: attempt, amount, and the due date of an invoice. */
export type BegunAttempt = { id: string; amountCents: number; dueAt?: Date | undefined }

/** The attempt that an earlier submission of this form made, if any. */
export const attemptOfForm = statement<{ requestFingerprint: string }>(
  () => sql`
    select request_fingerprint as "requestFingerprint" from ${paymentAttempts}
    where ${paymentAttempts.orderId} = ${value('orderId')} and ${paymentAttempts.formKey} = ${value('formKey')}`,
)

/**
 * Extends the hold of a locked order, stores the payment attempt with buyer and event, and moves the order to
 * `paying`. Returns no attempt when a line's stock is gone: then the hold is lost, whatever is left of it.
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
