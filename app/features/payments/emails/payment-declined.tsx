import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type HoldLeft, nextStep, type PaymentMailProps, paymentMail } from './payment-mail.tsx'
import { orderTitle } from '#app/features/orders/emails/mailed-order.ts'

type Props = PaymentMailProps & {
  reason: string | null
  hold: HoldLeft
}

export function paymentDeclinedMail(props: Props): MailContent {
  const { amountCents, reason } = props
  const amount = formatCents(amountCents)
  const next = nextStep(props)
  return paymentMail(props, {
    subject: `Your payment was declined: ${orderTitle(props)}`,
    heading: 'Your payment was declined',
    paragraphs: [
      [`Your payment of ${amount} did not go through. You weren’t charged.`, reason]
        .filter(Boolean)
        .join(' '),
      next.paragraph,
    ],
    button: next.button,
  })
}
