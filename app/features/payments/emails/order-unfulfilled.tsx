import { lowerFirst } from '#app/kit/lower-first.ts'
import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type PaymentMailProps, paymentMail, subjectOf } from './payment-mail.tsx'

type Props = PaymentMailProps & {
  shopLink: { label: string; href: string }
  /** Paid by invoice: a person refunds it. */
  isByHand: boolean
}

export function orderUnfulfilledMail(props: Props): MailContent {
  const { orderId, amountCents, shopLink, isByHand } = props
  const amount = formatCents(amountCents)
  const subject = subjectOf(props)
  const gone = subject === 'Your order' ? 'what you ordered' : lowerFirst(subject)
  return paymentMail(props, {
    subject: `We’re refunding your payment of ${amount}: order ${orderId}`,
    heading: 'We’re refunding your payment',
    paragraphs: [
      `Your payment of ${amount} arrived after your hold had ended. By then, ${gone} had been sold to someone else. We’re sorry.`,
      isByHand
        ? `We’ll send the ${amount} back the way you paid it, usually within two business days.`
        : `We’re refunding ${amount} to your card automatically. Your bank determines when it appears.`,
      'You don’t need to do anything. We’ll email you when the refund has been sent.',
    ],
    button: shopLink,
  })
}
