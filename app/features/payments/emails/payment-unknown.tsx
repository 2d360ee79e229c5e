import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type PaymentMailProps, paymentMail, subjectOf } from './payment-mail.tsx'
import { orderTitle } from '#app/features/orders/emails/mailed-order.ts'

/** The payment service has not answered for some minutes: whether the buyer was charged is not known yet. */
export function paymentUnknownMail(props: PaymentMailProps): MailContent {
  const amount = formatCents(props.amountCents)
  return paymentMail(props, {
    subject: `We are waiting for the payment service: ${orderTitle(props)}`,
    heading: 'We are waiting for the payment service',
    paragraphs: [
      `The payment service has not told us yet whether your payment of ${amount} went through. We keep asking.`,
      `${subjectOf(props)} stays held for you until we know. Please do not pay again. You will not be charged twice.`,
      'You do not need to do anything. If the payment went through, we send you the confirmation. If it did not, nothing is charged, and we write to you how to try again.',
    ],
    button: { label: 'Open your order', href: props.link },
  })
}
