import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { openAttemptStates, paymentAttempts } from '#app/features/orders/attempt-tables.ts'

export async function findAttempt(db: Db, attemptId: string) {
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  return attempt
}

export function listAttempts(db: Db, orderId: string) {
  return db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.startedAt), asc(paymentAttempts.id))
}

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

export const recordedByStaff = 'recorded by staff'

export type BegunAttempt = { id: string; amountCents: number; dueAt?: Date | undefined }
