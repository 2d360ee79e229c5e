import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type PaymentMailProps, paymentMail, subjectOf } from './payment-mail.tsx'
import { orderTitle } from '#app/features/orders/emails/mailed-order.ts'

export function paymentReviewMail(props: PaymentMailProps): MailContent {
  const amount = formatCents(props.amountCents)
  return paymentMail(props, {
    subject: `Your payment is being reviewed: ${orderTitle(props)}`,
    heading: 'Your payment is being reviewed',
    paragraphs: [
      `Our payment processor is reviewing your payment of ${amount}. This can take a few hours.`,
      `${subjectOf(props)} stays held for you until the review is done. Your bank may show the amount as pending. Please don’t pay again.`,
      'You don’t need to do anything. If the payment is approved, we’ll send you a confirmation. If it’s declined, you won’t be charged, and we’ll email you how to pay another way.',
    ],
    button: { label: 'Open your order', href: props.link },
  })
}
