import { and, eq, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import { clearAlert, listAlertSubjects, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'

/** Payment services decide within seconds. After this long, a person has to look. */
const maxOpenMs = 10 * minute
/** Reviews are decided by people at the payment service, within a day. Invoices have their own due dates. */
const maxReviewMs = 24 * hour

/**
 * Raises an alert for each payment that has been open, or captured without a consequence, for too long, and clears
 * alerts of settled ones. Returns how many are open for too long.
 */
export async function watchOpenPayments(work: UnitOfWork): Promise<number> {
  const { tx, now } = work
  const { id, orderId, state, startedAt, askAgainAt, capturedAt, captureSettledAt, gateway } = paymentAttempts
  const overdue = await tx
    .select({ id, orderId, state, capturedAt })
    .from(paymentAttempts)
    .where(
      and(
        // All open payments, found by their index.
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
