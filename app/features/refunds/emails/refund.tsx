import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { subjectNounOf } from '#app/features/orders/words/order-subject.ts'
import { type MailedOrder, itemTitle, themeOf, why } from '#app/features/orders/emails/mailed-order.ts'

type Props = MailedOrder & {
  amountCents: number
  /**
   * Whole: the number opens again. Ended: all of it is back, and the number stays off sale. Part: the reservation stays.
   * Late: a charge that came after we had given it up. Unfulfilled: what was paid for had gone to somebody else.
   */
  outcome: 'whole' | 'ended' | 'part' | 'late' | 'unfulfilled'
  /** Paid back by a person, since it was paid by invoice, or since the card could no longer be refunded. */
  isByHand: boolean
  /** How that person paid it, as one sentence; empty where nothing more is known. */
  payout: string
  /** What was given back, item by item; empty where that says nothing new. */
  of: string
  /** The private link: with it, whoever reads this mail opens the order. */
  link: string
}

const unfulfilled =
  'Your payment arrived after the hold had ended, and what you paid for had gone to somebody else. Everything you paid is given back.'

const outcomeWords: Record<Props['outcome'], (what: string) => string> = {
  whole: (what) => `${what} is no longer reserved: the number is open to others again.`,
  ended: (what) => `${what} is no longer reserved for you.`,
  part: (what) => `Your reservation stands: ${what} stays yours.`,
  late: () =>
    'A payment that had failed was charged by the payment service after all. It belongs to nothing, so we gave it back at once.',
  unfulfilled: () => unfulfilled,
}

/** The same of an order that is no single reservation. */
const orderOutcomeWords = {
  whole: 'Everything you paid for this order is given back.',
  ended: 'Everything you paid for this order is given back.',
  part: 'What you kept of the order stays yours.',
  unfulfilled,
}

const cardPayout = 'It goes back to the card it came from. Your bank decides on which day it shows there.'
const manualPayout = 'We paid it back by hand, the way we agreed with you.'
const lateInvoiceWords = 'Your payment came after the order had been let go, so we paid it back.'

/** Money went back: how much, to where, and what it means for the reservation. */
export function refundMail(props: Props): MailContent {
  const { orderId, plate, amountCents, of, isByHand, payout, link } = props
  const amount = formatCents(amountCents)
  const arrival = payout || (isByHand ? manualPayout : cardPayout)
  const meaning = meaningOf(props)
  return {
    subject: `${amount} refunded`,
    preview: meaning,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>{amount} refunded</MailHeading>
        <MailText>{meaning}</MailText>
        <MailFacts
          rows={[
            { label: 'Order', value: orderId },
            { label: 'Refunded', value: amount },
            ...(of ? [{ label: 'For', value: of }] : []),
          ]}
        />
        <MailNote>{arrival}</MailNote>
        <MailButton href={link}>Open your order</MailButton>
      </>
    ),
    text: [
      `${amount} refunded. Order ${orderId}.`,
      ...(of ? [`For: ${of}`] : []),
      meaning,
      arrival,
      `Your private link:\n${link}`,
    ].join('\n\n'),
  }
}

function meaningOf(props: Props): string {
  const { outcome, isByHand } = props
  if (outcome === 'late') return isByHand ? lateInvoiceWords : outcomeWords.late('')
  return subjectNounOf(props) === 'order'
    ? orderOutcomeWords[outcome]
    : outcomeWords[outcome](itemTitle(props))
}
