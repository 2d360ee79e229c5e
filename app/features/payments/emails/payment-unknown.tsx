import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type PaymentMailProps, paymentMail, subjectOf } from './payment-mail.tsx'
import { orderTitle } from '#app/features/orders/emails/mailed-order.ts'

export function paymentUnknownMail(props: PaymentMailProps): MailContent {
  const amount = formatCents(props.amountCents)
  return paymentMail(props, {
    subject: `We’re waiting for our payment processor: ${orderTitle(props)}`,
    heading: 'We’re waiting for our payment processor',
    paragraphs: [
      `Our payment processor hasn’t confirmed yet whether your payment of ${amount} went through. We keep checking.`,
      `${subjectOf(props)} stays held for you until we know. Please don’t pay again. You won’t be charged twice.`,
      'You don’t need to do anything. If the payment went through, we’ll send you a confirmation. If it didn’t, you won’t be charged, and we’ll email you how to try again.',
    ],
    button: { label: 'Open your order', href: props.link },
  })
}
