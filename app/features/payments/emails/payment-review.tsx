import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type PaymentMailProps, paymentMail, subjectOf } from './payment-mail.tsx'
import { orderTitle } from '#app/features/orders/emails/mailed-order.ts'

/** The payment service holds the payment until a person there has checked it. */
export function paymentReviewMail(props: PaymentMailProps): MailContent {
  const amount = formatCents(props.amountCents)
  return paymentMail(props, {
    subject: `Your payment is being checked: ${orderTitle(props)}`,
    heading: 'Your payment is being checked',
    paragraphs: [
      `The payment service holds your payment of ${amount} until a person there has checked it. This can take hours.`,
      `${subjectOf(props)} stays held for you until it is decided. Your bank may show the amount as pending meanwhile. Please do not pay again.`,
      'You do not need to do anything. If the payment is approved, we send you the confirmation. If it is declined, nothing is charged, and we write to you how to pay another way.',
    ],
    button: { label: 'Open your order', href: props.link },
  })
}
