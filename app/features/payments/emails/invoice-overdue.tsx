import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type HoldLeft, nextStep, type PaymentMailProps, paymentMail } from './payment-mail.tsx'

type Props = PaymentMailProps & {
  /** The formatted due date, if the gateway knows it. */
  dueOn: string | undefined
  hold: HoldLeft
}

export function invoiceOverdueMail(props: Props): MailContent {
  const { orderId, amountCents, dueOn } = props
  const next = nextStep(props)
  return paymentMail(props, {
    subject: `Your invoice was not paid in time: order ${orderId}`,
    heading: 'Your invoice was not paid in time',
    paragraphs: [
      `The invoice for ${formatCents(amountCents)} was due${dueOn ? ` on ${dueOn}` : ''}, and no payment has reached us. The invoice is closed and you owe nothing.`,
      'If your payment is already on its way, we’ll refund it when it arrives.',
      next.paragraph,
    ],
    button: next.button,
  })
}
