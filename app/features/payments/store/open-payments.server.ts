import { and, eq, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import { clearAlert, listAlertSubjects, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'

/** A payment service decides within seconds. One that has not after this long will need a person. */
const maxOpenMs = 10 * minute
/** A review is decided by people at the payment service, within a day. Invoices have due dates of their own. */
const maxReviewMs = 24 * hour

/**
 * Raises an alert for every payment that has been open for too long, or whose charge has long had no consequence, and
 * clears those of payments that are settled by now. Returns how many are open for too long.
 */
export async function watchOpenPayments(work: UnitOfWork): Promise<number> {
  const { tx, now } = work
  const { id, orderId, state, startedAt, askAgainAt, capturedAt, captureSettledAt, gateway } = paymentAttempts
  const overdue = await tx
    .select({ id, orderId, state, capturedAt })
    .from(paymentAttempts)
    .where(
      and(
        // Every payment that somebody has to look at again: the few that are open, by their index.
        isNotNull(askAgainAt),
        or(
          and(inArray(state, ['started', 'unknown']), lte(startedAt, after(now, -maxOpenMs))),
          and(eq(state, 'review'), ne(gateway, 'manual'), lte(startedAt, after(now, -maxReviewMs))),
          and(isNotNull(capturedAt), isNull(captureSettledAt), lte(capturedAt, after(now, -maxOpenMs))),
        ),
      ),
    )
  for (const attempt of overdue)
    await raiseAlert(work, {
      kind: 'attempt_open_too_long',
      subject: attempt.id,
      detail: attempt.capturedAt
        ? `Payment ${attempt.id} of order ${attempt.orderId} was captured, and the order is not paid.`
        : `Payment ${attempt.id} of order ${attempt.orderId} is ${attempt.state}.`,
    })
  const alerted = await listAlertSubjects(tx, 'attempt_open_too_long')
  for (const subject of alerted)
    if (!overdue.some((attempt) => attempt.id === subject))
      await clearAlert(work, 'attempt_open_too_long', subject)
  return overdue.length
}
