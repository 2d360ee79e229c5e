import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type HoldLeft, type PaymentMailProps, paymentMail, subjectOf } from './payment-mail.tsx'

type Props = PaymentMailProps & {
  contactUrl: string
  hold: HoldLeft
}

export function invoiceWithdrawnMail(props: Props): MailContent {
  const { orderId, amountCents, contactUrl, hold } = props
  const held =
    hold.until === null
      ? `${subjectOf(props)} is no longer held for you.`
      : `${subjectOf(props)} is held for you until ${hold.until}. After that, anyone can buy it.`
  return paymentMail(props, {
    subject: `Your invoice was withdrawn: order ${orderId}`,
    heading: 'Your invoice was withdrawn',
    paragraphs: [
      `We have withdrawn the invoice for ${formatCents(amountCents)}. You owe nothing. Please don’t pay it.`,
      'If you’ve already paid, we’ll refund the money when it arrives.',
      `${held} If you weren’t expecting this, write to us: ${contactUrl}`,
    ],
    button: { label: 'Open your order', href: props.link },
  })
}
