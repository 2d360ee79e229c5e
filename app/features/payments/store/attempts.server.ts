import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { openAttemptStates, paymentAttempts } from '#app/features/orders/attempt-tables.ts'

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
