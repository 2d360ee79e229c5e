import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type HoldLeft, nextStep, type PaymentMailProps, paymentMail } from './payment-mail.tsx'
import { orderTitle } from '#app/features/orders/emails/mailed-order.ts'

export function paymentAbandonedMail(props: PaymentMailProps & { hold: HoldLeft }): MailContent {
  const amount = formatCents(props.amountCents)
  const next = nextStep(props)
  return paymentMail(props, {
    subject: `Your payment did not go through: ${orderTitle(props)}`,
    heading: 'Your payment did not go through',
    paragraphs: [
      `We couldn’t reach our payment processor when you paid, and it has no record of your payment of ${amount}. You weren’t charged.`,
      'If a charge does appear on your card, we’ll refund it automatically and email you.',
      next.paragraph,
    ],
    button: next.button,
  })
}
