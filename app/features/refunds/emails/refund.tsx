import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type SubjectNoun, subjectNounOf } from '#app/features/orders/words/order-subject.ts'
import { type MailedOrder, itemTitle, themeOf, why } from '#app/features/orders/emails/mailed-order.ts'

type Props = MailedOrder & {
  amountCents: number
  /**
   * Whole: the number becomes available again. Ended: refunded in full, and the number stays off sale. Part: the
   * reservation continues. Late: a charge that arrived after its attempt was abandoned. Unfulfilled: someone else
   * got the stock.
   */
  outcome: 'whole' | 'ended' | 'part' | 'late' | 'unfulfilled'
  /** Refunded by a person: it was paid by invoice, or the card can no longer be refunded. */
  isByHand: boolean
  /** How that person paid, as a sentence; empty if unknown. */
  payout: string
  /** The refunded items; empty if there is only one. */
  of: string
  link: string
}

const unfulfilled =
  'Your payment arrived after your hold had ended, and the item had been sold to someone else. We’ve refunded everything you paid.'

const outcomeWords: Record<Props['outcome'], (what: string, noun: SubjectNoun) => string> = {
  whole: (what, noun) => `${what} is no longer reserved for you. The ${noun} is available to others again.`,
  ended: (what) => `${what} is no longer reserved for you.`,
  part: (what) => `Your reservation is unchanged: ${what} is still yours.`,
  late: () =>
    'A payment that had failed was charged after all. It wasn’t for any order, so we refunded it right away.',
  unfulfilled: () => unfulfilled,
}

const orderOutcomeWords = {
  whole: 'We’ve refunded everything you paid for this order.',
  ended: 'We’ve refunded everything you paid for this order.',
  part: 'The items you kept are still yours.',
  unfulfilled,
}

const cardPayout = 'The refund goes to the card you paid with. Your bank determines when it appears.'
const manualPayout = 'We paid it back manually, as agreed with you.'
const lateInvoiceWords = 'Your payment arrived after the order was canceled, so we refunded it.'

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
  const noun = subjectNounOf(props)
  if (outcome === 'late') return isByHand ? lateInvoiceWords : outcomeWords.late('', noun)
  return noun === 'order' ? orderOutcomeWords[outcome] : outcomeWords[outcome](itemTitle(props), noun)
}
