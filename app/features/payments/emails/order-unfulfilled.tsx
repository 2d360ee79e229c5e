import { formatCents } from '#app/kit/money.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type PaymentMailProps, paymentMail, subjectOf, withinSentence } from './payment-mail.tsx'

type Props = PaymentMailProps & {
  /** Where the buyer can see what is open now. */
  shopLink: { label: string; href: string }
  /** Paid by invoice: a person pays it back. */
  isByHand: boolean
}

/** The payment arrived after the hold had ended and the stock had gone to somebody else: the money goes back. */
export function orderUnfulfilledMail(props: Props): MailContent {
  const { orderId, amountCents, shopLink, isByHand } = props
  const amount = formatCents(amountCents)
  const subject = subjectOf(props)
  const gone = subject === 'Your order' ? 'what you ordered' : withinSentence(subject)
  return paymentMail(props, {
    subject: `Your payment of ${amount} goes back: order ${orderId}`,
    heading: 'Your payment goes back',
    paragraphs: [
      `Your payment of ${amount} arrived after the hold had ended. By then, ${gone} had gone to somebody else. We are sorry.`,
      isByHand
        ? `We pay the ${amount} back to you by hand, the way you paid it, usually within two working days.`
        : `The ${amount} goes back to your card automatically. Your bank decides on which day it shows there.`,
      'You do not need to do anything. We write to you when the money has been sent back.',
    ],
    button: shopLink,
  })
}
