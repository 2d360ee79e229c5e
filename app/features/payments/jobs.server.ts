import { z } from 'zod'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { defineJob, type Job, pollingJob } from '#app/jobs/job.ts'
import { recheckAbandoned, reconcilePayments } from './flows.server.ts'
import { buyerMail, mailedOrder, mintLink } from '#app/features/orders/mails.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { and, eq, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { contactPath } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Letter } from '#app/mail/letter.ts'
import {
  type HoldLeft,
  invoiceLetter,
  invoiceOverdueLetter,
  invoiceWithdrawnLetter,
  orderUnfulfilledLetter,
  type PaidOrder,
  paymentAbandonedLetter,
  paymentDeclinedLetter,
  paymentReviewLetter,
  paymentUnknownLetter,
} from './mails.ts'
import { overdueReason } from '#app/gateway/invoice-words.ts'
import { findAttempt } from './store/settle.server.ts'
import { reservePath } from '#app/features/orders/subject.ts'

type Attempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

type Told = { shop: Shop; order: OrderView; attempt: Attempt; paid: PaidOrder }

/**
 * Emails about pending payments, and about payments that failed after the buyer left the page. Each reads the
 * payment's state when it is sent and is dropped if it is no longer true, so that a late email never misleads.
 */
const paymentMails = [
  mailAbout('mail-payment-review', ({ attempt, paid }) =>
    attempt.state === 'review' ? paymentReviewLetter(paid) : undefined,
  ),
  mailAbout('mail-payment-unknown', ({ attempt, paid }) =>
    attempt.state === 'unknown' ? paymentUnknownLetter(paid) : undefined,
  ),
  mailAbout('mail-payment-failed', (about) => (cameToNothing(about) ? failedLetter(about) : undefined)),
  mailAbout('mail-order-unfulfilled', ({ shop, order, attempt, paid }) => {
    const next =
      paid.plate && order.lines.length === 1
        ? { button: 'See which numbers are open', href: shop.publicUrl + paid.plate.path }
        : { button: 'Go to the shop', href: shop.publicUrl }
    return orderUnfulfilledLetter(paid, next, attempt.gateway === 'manual')
  }),
]

function mailAbout(
  name: string,
  write: (about: Told) => Letter | undefined | Promise<Letter | undefined>,
): Job {
  return buyerMail(name, {
    payload: z.object({ orderId: z.string(), attemptId: z.string() }),
    key: ({ attemptId }) => `${name}:${attemptId}`,
    async write(shop, order, { orderId, attemptId }) {
      const attempt = await findAttempt(shop.db, attemptId)
      if (attempt?.orderId !== orderId) throw new Error(`Order ${orderId} has no attempt ${attemptId}`)
      const { amountCents } = attempt
      const link = await mintLink(shop, orderId)
      return write({ shop, order, attempt, paid: { ...mailedOrder(order), amountCents, link } })
    },
  })
}

async function failedLetter(about: Told): Promise<Letter | undefined> {
  const { shop, attempt, paid } = about
  const hold = holdLeft(about)
  if (attempt.state === 'abandoned') return paymentAbandonedLetter(paid, hold)
  if (attempt.gateway !== 'manual') return paymentDeclinedLetter(paid, hold, attempt.declineReason)
  if (attempt.declineReason !== overdueReason)
    return invoiceWithdrawnLetter(paid, hold, shop.publicUrl + contactPath)
  // What is owed stays owed: its own reminder follows, with the way to pay it.
  if (isOwed(about.order)) return undefined
  const invoice = await shop.gateway.findInvoice?.(attempt.id)
  return invoiceOverdueLetter(paid, hold, invoice && formatMoment(invoice.dueAt, shop.timeZone))
}

function cameToNothing({ order, attempt }: Told): boolean {
  const failed = attempt.state === 'declined' || attempt.state === 'abandoned'
  const isLeft = order.state === 'held' || order.state === 'expired'
  return failed && !attempt.isLate && isLeft && order.lastAttempt?.id === attempt.id
}

function holdLeft({ shop, order, paid: { plate } }: Told): HoldLeft {
  if (order.state === 'held' && order.expiresAt > shop.now())
    return { until: formatMoment(order.expiresAt, shop.timeZone) }
  const shopLink =
    plate !== null && order.lines.length === 1
      ? {
          button: `See if number ${plate.unitNumber} is still open`,
          href: shop.publicUrl + reservePath(plate),
        }
      : { button: 'Go to the shop', href: shop.publicUrl }
  return { until: null, shopLink }
}

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
  const wrong = overdue.map((attempt) => ({
    subject: attempt.id,
    detail: attempt.capturedAt
      ? `Payment ${attempt.id} of order ${attempt.orderId} was captured, and the order is not paid.`
      : `Payment ${attempt.id} of order ${attempt.orderId} is ${attempt.state}.`,
  }))
  await syncAlerts(work, 'attempt_open_too_long', wrong)
  return overdue.length
}

export function paymentJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('reconcile-payments', (shop, signal) => reconcilePayments(shop, sellables, signal)),
    recheckAbandonedJob(sellables),
    mailInvoice,
    ...paymentMails,
  ] as Job[]
}

/** Late charges are rare: four times a day is enough and spares the gateway. */
function recheckAbandonedJob(sellables: Sellables) {
  return defineJob({
    name: 'recheck-abandoned',
    payload: z.object({}),
    every: '23 */6 * * *',
    run: (shop, _payload, signal) => recheckAbandoned(shop, sellables, signal),
  })
}

/** Does the order pay something that stays owed by its due date, whatever becomes of the order? */
function isOwed({ lines }: OrderView): boolean {
  return lines.some(({ kind }) => kind === 'balance')
}

const mailInvoice = buyerMail('mail-order-invoice', {
  payload: z.object({ orderId: z.string(), attemptId: z.string() }),
  key: ({ attemptId }) => `order-invoice:${attemptId}`,
  async write(shop, order, { orderId, attemptId }) {
    const invoice = await shop.gateway.findInvoice?.(attemptId)
    if (!invoice) throw new Error(`Attempt ${attemptId} has no invoice`)
    // Already paid, withdrawn or overdue: nothing to invoice.
    if (order.lastAttempt?.id !== attemptId || order.lastAttempt.state !== 'review') return undefined
    return invoiceLetter(mailedOrder(order), {
      ...invoice,
      lines: order.lines,
      isOwed: isOwed(order),
      dueOn: formatMoment(invoice.dueAt, shop.timeZone),
      link: await mintLink(shop, orderId),
    })
  },
})
