import { z } from 'zod'
import { contactPath } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { invoiceOverdueMail } from '../emails/invoice-overdue.tsx'
import { invoiceWithdrawnMail } from '../emails/invoice-withdrawn.tsx'
import { orderUnfulfilledMail } from '../emails/order-unfulfilled.tsx'
import { paymentAbandonedMail } from '../emails/payment-abandoned.tsx'
import { paymentDeclinedMail } from '../emails/payment-declined.tsx'
import type { HoldLeft, PaymentMailProps } from '../emails/payment-mail.tsx'
import { paymentReviewMail } from '../emails/payment-review.tsx'
import { paymentUnknownMail } from '../emails/payment-unknown.tsx'
import { overdueReason } from '#app/gateway/invoice-words.ts'
import { findAttempt } from '../store/attempts.server.ts'
import type { OrderView } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { reservePath } from '#app/features/orders/words/order-subject.ts'
import { mailBuyer, mailedOrder, mintLink } from '#app/features/orders/jobs/order-mail.server.ts'

type Attempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

/** The data of a payment email, read when it is sent. */
type Told = { shop: Shop; order: OrderView; attempt: Attempt; props: PaymentMailProps }

/**
 * Emails about pending payments, and about payments that failed after the buyer left the page. Each reads the
 * payment's state when it is sent and is dropped if it is no longer true, so that a late email never misleads.
 */
export const paymentMails = [
  mailAbout('mail-payment-review', (about) =>
    about.attempt.state === 'review' ? paymentReviewMail(about.props) : undefined,
  ),
  mailAbout('mail-payment-unknown', (about) =>
    about.attempt.state === 'unknown' ? paymentUnknownMail(about.props) : undefined,
  ),
  mailAbout('mail-payment-failed', (about) => (cameToNothing(about) ? failedMail(about) : undefined)),
  mailAbout('mail-order-unfulfilled', ({ shop, order, attempt, props }) => {
    const { plate } = props
    const shopLink =
      plate && order.lines.length === 1
        ? { label: 'See which numbers are open', href: shop.publicUrl + plate.path }
        : { label: 'Go to the shop', href: shop.publicUrl }
    return orderUnfulfilledMail({ ...props, shopLink, isByHand: attempt.gateway === 'manual' })
  }),
] as readonly Job[]

/** A job that emails the buyer about one attempt, once. */
function mailAbout(
  name: string,
  write: (about: Told) => MailContent | undefined | Promise<MailContent | undefined>,
) {
  return defineMailJob({
    name,
    payload: z.object({ orderId: z.string(), attemptId: z.string() }),
    run: (shop, { orderId, attemptId }) =>
      mailBuyer(shop, orderId, `${name}:${attemptId}`, async (order) => {
        const attempt = await findAttempt(shop.db, attemptId)
        if (attempt?.orderId !== orderId) throw new Error(`Order ${orderId} has no attempt ${attemptId}`)
        const { amountCents } = attempt
        const link = await mintLink(shop, orderId)
        return write({ shop, order, attempt, props: { ...mailedOrder(order), amountCents, link } })
      }),
  })
}

/** The email for a failed payment: declined, never received, or a closed invoice. */
async function failedMail(about: Told): Promise<MailContent | undefined> {
  const { shop, attempt, props } = about
  const hold = holdLeft(about)
  if (attempt.state === 'abandoned') return paymentAbandonedMail({ ...props, hold })
  if (attempt.gateway !== 'manual')
    return paymentDeclinedMail({ ...props, hold, reason: attempt.declineReason })
  if (attempt.declineReason !== overdueReason)
    return invoiceWithdrawnMail({ ...props, hold, contactUrl: shop.publicUrl + contactPath })
  // What is owed stays owed: its own reminder follows, with the way to pay it.
  if (about.order.lines.some(({ kind }) => kind === 'balance')) return undefined
  const invoice = await shop.gateway.findInvoice?.(attempt.id)
  return invoiceOverdueMail({ ...props, hold, dueOn: invoice && formatMoment(invoice.dueAt, shop.timeZone) })
}

/** The attempt failed without a charge, and the buyer has neither tried again nor canceled. */
function cameToNothing({ order, attempt }: Told): boolean {
  const failed = attempt.state === 'declined' || attempt.state === 'abandoned'
  const isLeft = order.state === 'held' || order.state === 'expired'
  return failed && !attempt.isLate && isLeft && order.lastAttempt?.id === attempt.id
}

/** The remaining hold, or a link to what is available once it has ended. */
function holdLeft({ shop, order, props: { plate } }: Told): HoldLeft {
  if (order.state === 'held' && order.expiresAt > shop.now())
    return { until: formatMoment(order.expiresAt, shop.timeZone) }
  const isOneNumber = plate !== null && order.lines.length === 1
  return {
    until: null,
    shopLink: isOneNumber
      ? {
          label: `See if number ${plate.unitNumber} is still open`,
          href: shop.publicUrl + reservePath(plate),
        }
      : { label: 'Go to the shop', href: shop.publicUrl },
  }
}
