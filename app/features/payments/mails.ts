import { invoiceWords } from '#app/features/orders/words.ts'
import { linkNote, type MailedOrder, orderTitle, themeOf, why } from '#app/features/orders/mails.ts'
import { subjectNounOf } from '#app/features/orders/subject.ts'
import { lowerFirst } from '#app/kit/lower-first.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { facts, type Letter, paragraphs } from '#app/mail/letter.ts'

export type PaidOrder = MailedOrder & { amountCents: number; link: string }
export type HoldLeft = { until: string } | { until: null; shopLink: Button }
type Button = { button: string; href: string }

/** A mail about one payment: what became of it, and what to do now. */
function paymentLetter(
  order: PaidOrder,
  { heading, about, texts, next }: { heading: string; about?: string; texts: string[]; next?: Button },
): Letter {
  const { orderId, amountCents, link, plate } = order
  const opensOrder = !next || next.href === link
  return {
    subject: `${heading}: ${about ?? orderTitle(order)}`,
    preview: texts[0] ?? '',
    theme: themeOf(plate),
    why: why.order,
    blocks: [
      { heading },
      ...paragraphs(texts),
      next ?? { button: 'Open your order', href: link },
      { facts: facts({ Order: orderId, For: orderTitle(order), Amount: formatCents(amountCents) }) },
      { button: 'Open your order', href: opensOrder ? '' : link },
      { note: linkNote },
    ],
  }
}

export function paymentReviewLetter(order: PaidOrder): Letter {
  return paymentLetter(order, {
    heading: 'Your payment is being reviewed',
    texts: [
      `Our payment processor is reviewing your payment of ${formatCents(order.amountCents)}. This can take a few hours.`,
      `${subjectOf(order)} stays held for you until the review is done. Your bank may show the amount as pending. Please don’t pay again.`,
      'You don’t need to do anything. If the payment is approved, we’ll send you a confirmation. If it’s declined, you won’t be charged, and we’ll email you how to pay another way.',
    ],
  })
}

export function paymentUnknownLetter(order: PaidOrder): Letter {
  return paymentLetter(order, {
    heading: 'We’re waiting for our payment processor',
    texts: [
      `Our payment processor hasn’t confirmed yet whether your payment of ${formatCents(order.amountCents)} went through. We keep checking.`,
      `${subjectOf(order)} stays held for you until we know. Please don’t pay again. You won’t be charged twice.`,
      'You don’t need to do anything. If the payment went through, we’ll send you a confirmation. If it didn’t, you won’t be charged, and we’ll email you how to try again.',
    ],
  })
}

export function paymentAbandonedLetter(order: PaidOrder, hold: HoldLeft): Letter {
  const { text, ...next } = nextStep(order, hold)
  return paymentLetter(order, {
    heading: 'Your payment did not go through',
    texts: [
      `We couldn’t reach our payment processor when you paid, and it has no record of your payment of ${formatCents(order.amountCents)}. You weren’t charged.`,
      'If a charge does appear on your card, we’ll refund it automatically and email you.',
      text,
    ],
    next,
  })
}

export function paymentDeclinedLetter(order: PaidOrder, hold: HoldLeft, reason: string | null): Letter {
  const { text, ...next } = nextStep(order, hold)
  const failed = `Your payment of ${formatCents(order.amountCents)} did not go through. You weren’t charged.`
  return paymentLetter(order, {
    heading: 'Your payment was declined',
    texts: [[failed, reason].filter(Boolean).join(' '), text],
    next,
  })
}

/** `dueOn` is the formatted due date, if the gateway knows it. */
export function invoiceOverdueLetter(order: PaidOrder, hold: HoldLeft, dueOn: string | undefined): Letter {
  const { text, ...next } = nextStep(order, hold)
  return paymentLetter(order, {
    heading: 'Your invoice was not paid in time',
    about: `order ${order.orderId}`,
    texts: [
      `The invoice for ${formatCents(order.amountCents)} was due${dueOn ? ` on ${dueOn}` : ''}, and no payment has reached us. The invoice is closed and you owe nothing.`,
      'If your payment is already on its way, we’ll refund it when it arrives.',
      text,
    ],
    next,
  })
}

export function invoiceWithdrawnLetter(order: PaidOrder, hold: HoldLeft, contactUrl: string): Letter {
  const held =
    hold.until === null
      ? `${subjectOf(order)} is no longer held for you.`
      : `${subjectOf(order)} is held for you until ${hold.until}. After that, anyone can buy it.`
  return paymentLetter(order, {
    heading: 'Your invoice was withdrawn',
    about: `order ${order.orderId}`,
    texts: [
      `We have withdrawn the invoice for ${formatCents(order.amountCents)}. You owe nothing. Please don’t pay it.`,
      'If you’ve already paid, we’ll refund the money when it arrives.',
      `${held} If you weren’t expecting this, write to us: ${contactUrl}`,
    ],
  })
}

/** `isByHand`: paid by invoice, so a person refunds it. */
export function orderUnfulfilledLetter(order: PaidOrder, next: Button, isByHand: boolean): Letter {
  const amount = formatCents(order.amountCents)
  const subject = subjectOf(order)
  const gone = subject === 'Your order' ? 'what you ordered' : lowerFirst(subject)
  const letter = paymentLetter(order, {
    heading: 'We’re refunding your payment',
    texts: [
      `Your payment of ${amount} arrived after your hold had ended. By then, ${gone} had been sold to someone else. We’re sorry.`,
      isByHand
        ? `We’ll send the ${amount} back the way you paid it, usually within two business days.`
        : `We’re refunding ${amount} to your card automatically. Your bank determines when it appears.`,
      'You don’t need to do anything. We’ll email you when the refund has been sent.',
    ],
    next,
  })
  return { ...letter, subject: `We’re refunding your payment of ${amount}: order ${order.orderId}` }
}

/** The subject at the start of a sentence: `Number 7`, `Your build slot`, `Your order`. */
function subjectOf({ plate, kind, count }: MailedOrder): string {
  const noun = subjectNounOf({ plate, kind, count })
  if (noun === 'number' && plate) return `Number ${plate.unitNumber}`
  return noun === 'slot' ? 'Your build slot' : 'Your order'
}

function nextStep(order: PaidOrder, hold: HoldLeft): Button & { text: string } {
  const subject = subjectOf(order)
  if (hold.until !== null)
    return {
      text: `${subject} is still held for you until ${hold.until}. Pay again before then to keep it.`,
      button: 'Pay again',
      href: order.link,
    }
  const text =
    subject === 'Your order'
      ? 'Your hold has ended, so the items are available to others again. If they’re still in stock, you can order them again.'
      : `Your hold has ended, so ${lowerFirst(subject)} is available to others again. If it hasn’t sold, you can still buy it.`
  return { text, ...hold.shopLink }
}

type Invoice = {
  lines: readonly { title: string; detail: string }[]
  amountCents: number
  dueOn: string
  payTo: string
  isOwed: boolean
  link: string
}

export function invoiceLetter({ orderId, plate }: MailedOrder, invoice: Invoice): Letter {
  const { lines, amountCents, dueOn, payTo, isOwed, link } = invoice
  const amount = formatCentsExact(amountCents)
  const items = lines.map(({ title, detail }) => [title, detail].filter(Boolean).join(', '))
  return {
    subject: `Invoice for order ${orderId}: ${amount} by ${dueOn}`,
    preview: `Everything is held for you until ${dueOn}.`,
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [
      { heading: 'Your invoice' },
      { text: invoiceWords.text(amountCents, dueOn) },
      { facts: facts({ Order: orderId, For: items.join('; '), Amount: amount, Due: dueOn }) },
      { text: payTo },
      { text: invoiceWords.name(orderId) },
      { button: 'Open your order', href: link },
      { note: isOwed ? invoiceWords.owedOverdue : invoiceWords.overdue },
    ],
  }
}
