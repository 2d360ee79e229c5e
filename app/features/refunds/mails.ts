import { itemTitle, linkNote, type MailedOrder, themeOf, why } from '#app/features/orders/mails.ts'
import { type SubjectNoun, subjectNounOf } from '#app/features/orders/subject.ts'
import { stoppedWords } from '#app/features/orders/refunds.ts'
import { formatCents } from '#app/kit/money.ts'
import { facts, type Letter } from '#app/mail/letter.ts'

type Refunded = MailedOrder & {
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

const outcomeWords: Record<Refunded['outcome'], (what: string, noun: SubjectNoun) => string> = {
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

export function refundLetter(refund: Refunded): Letter {
  const { orderId, plate, amountCents, isByHand, payout, of, link } = refund
  const amount = formatCents(amountCents)
  const meaning = meaningOf(refund)
  return {
    subject: `${amount} refunded`,
    preview: meaning,
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [
      { heading: `${amount} refunded` },
      { text: meaning },
      { facts: facts({ Order: orderId, Refunded: amount, For: of }) },
      { note: payout || (isByHand ? manualPayout : cardPayout) },
      { button: 'Open your order', href: link },
    ],
  }
}

function meaningOf(refund: Refunded): string {
  const { outcome, isByHand } = refund
  const noun = subjectNounOf(refund)
  if (outcome === 'late') return isByHand ? lateInvoiceWords : outcomeWords.late('', noun)
  return noun === 'order' ? orderOutcomeWords[outcome] : outcomeWords[outcome](itemTitle(refund), noun)
}

type Stopped = Pick<Refunded, 'amountCents' | 'of' | 'link'> & { state: 'by_check' | 'refused' }

export function refundStoppedLetter({ orderId, plate }: MailedOrder, stopped: Stopped): Letter {
  const { amountCents, state, of, link } = stopped
  const amount = formatCents(amountCents)
  const heading = state === 'by_check' ? `${amount} comes by check` : `Your refund of ${amount} takes longer`
  const meaning = `Your refund of ${amount}: ${stoppedWords[state]}`
  return {
    subject: `${heading}: order ${orderId}`,
    preview: meaning,
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [
      { heading },
      { text: meaning },
      { facts: facts({ Order: orderId, Refund: amount, For: of }) },
      { button: 'Open your order', href: link },
      { note: linkNote },
    ],
  }
}

export function returnedLetter({ orderId, plate }: MailedOrder, of: string): Letter {
  const meaning =
    'It’s no longer part of your order. There was nothing left to refund: it was free or already refunded.'
  return {
    subject: `Returned: ${of}`,
    preview: meaning,
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [{ heading: 'Returned' }, { text: meaning }, { facts: facts({ Order: orderId, Items: of }) }],
  }
}

/** Offers the choice that the 30-day rule requires: wait, or cancel for a refund (16 CFR 435.2). */
export function delayLetter(
  { orderId, plate }: MailedOrder,
  { items, answerBy, link }: { items: readonly string[]; answerBy: string; link: string },
): Letter {
  const lead =
    'We haven’t shipped your package yet, and we can’t give you a date. You choose: wait for it, or cancel these items for a full refund.'
  return {
    subject: `Late: wait or cancel? Your order ${orderId}`,
    preview: lead,
    theme: themeOf(plate),
    why: why.ordered,
    blocks: [
      { heading: 'Your package is late' },
      { text: lead },
      { facts: facts({ 'Not shipped': items.join(', '), Order: orderId, 'Answer by': answerBy }) },
      { button: 'Wait or cancel', href: link },
      {
        note: `If you don’t answer by ${answerBy}, we’ll cancel them and refund you. If you wait, you can still cancel at any time until we ship.`,
      },
    ],
  }
}
