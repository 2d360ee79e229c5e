import { z } from 'zod'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { defineJob, type Job, pollingJob } from '#app/jobs/job.ts'
import { recheckAbandoned, reconcilePayments, findAttempt } from './flows.server.ts'
import { balanceOf } from '#app/features/orders/goods.ts'
import { buyerMail, mailedOrder, mintLink } from '#app/features/orders/mails.server.ts'
import { formatMoment, invoiceWords } from '#app/features/orders/words.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { and, eq, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { contactPath } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type Letter, facts, paragraphs } from '#app/mail/letter.ts'
import { overdueReason } from '#app/gateway/manual/gateway.server.ts'
import { reservePath, subjectNounOf } from '#app/features/orders/subject.ts'
import { linkNote, type MailedOrder, orderTitle, themeOf, why } from '#app/features/orders/mails.ts'
import { lowerFirst } from '#app/kit/lower-first.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'

type Attempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

type Known = { shop: Shop; order: OrderView; attempt: Attempt }
type Told = Known & { paid: PaidOrder }

/** Each reads the payment's state when it is sent and is dropped if it is no longer true: a late email never misleads. */
const paymentMails = [
  mailAbout(
    'mail-payment-review',
    ({ attempt }) => attempt.state === 'review',
    ({ paid }) => paymentReviewLetter(paid),
  ),
  mailAbout(
    'mail-payment-unknown',
    ({ attempt }) => attempt.state === 'unknown',
    ({ paid }) => paymentUnknownLetter(paid),
  ),
  mailAbout('mail-payment-failed', cameToNothing, failedLetter),
  mailAbout(
    'mail-order-unfulfilled',
    () => true,
    ({ shop, order, attempt, paid }) => {
      const next =
        paid.plate && order.lines.length === 1
          ? { button: 'See which numbers are open', href: shop.publicUrl + paid.plate.path }
          : { button: 'Go to the shop', href: shop.publicUrl }
      return orderUnfulfilledLetter(paid, next, attempt.gateway === 'manual')
    },
  ),
]

function mailAbout(
  name: string,
  isStill: (known: Known) => boolean,
  write: (about: Told) => Letter | Promise<Letter>,
): Job {
  return buyerMail(name, {
    payload: z.object({ orderId: z.string(), attemptId: z.string() }),
    key: ({ attemptId }) => `${name}:${attemptId}`,
    async write(shop, order, { orderId, attemptId }) {
      const attempt = await findAttempt(shop.db, attemptId)
      if (attempt?.orderId !== orderId) throw new Error(`Order ${orderId} has no attempt ${attemptId}`)
      if (!isStill({ shop, order, attempt })) return undefined
      const { amountCents } = attempt
      const link = mintLink(shop, order)
      const owedFor = balanceOf(order.lines)
      const owedLink = owedFor ? await linkToOwed(shop, order, owedFor) : ''
      const paid = { ...mailedOrder(order), amountCents, link, owedLink }
      return write({ shop, order, attempt, paid })
    },
  })
}

/** Whoever pays a balance types an address. Only that of the reservation gets a link that opens it. */
async function linkToOwed(shop: Shop, { buyerEmail }: OrderView, owedFor: string): Promise<string> {
  const owed = await findOrder(shop.db, owedFor)
  const isSame = owed?.buyerEmail?.toLowerCase() === buyerEmail?.toLowerCase()
  return owed && isSame ? mintLink(shop, owed) : `${shop.publicUrl}/orders/${owedFor}`
}

async function failedLetter(about: Told): Promise<Letter> {
  const { shop, attempt, paid } = about
  const hold = holdLeft(about)
  if (attempt.state === 'abandoned') return paymentAbandonedLetter(paid, hold)
  if (attempt.gateway !== 'manual') return paymentDeclinedLetter(paid, hold, attempt.declineReason)
  if (attempt.declineReason !== overdueReason)
    return invoiceWithdrawnLetter(paid, hold, shop.publicUrl + contactPath)
  const invoice = await shop.gateway.findInvoice?.(attempt.id)
  return invoiceOverdueLetter(paid, hold, invoice && formatMoment(invoice.dueAt, shop.timeZone))
}

function cameToNothing({ order, attempt }: Known): boolean {
  // What is owed stays owed: its own reminder follows an overdue invoice, with the way to pay it.
  if (isOwed(order) && attempt.declineReason === overdueReason) return false
  const failed = attempt.state === 'declined' || attempt.state === 'abandoned'
  const isLeft = order.state === 'held' || order.state === 'expired'
  return failed && !attempt.isLate && isLeft && order.lastAttempt?.id === attempt.id
}

function holdLeft({ shop, order, paid: { plate } }: Told): HoldLeft {
  if (order.state === 'held' && order.expiresAt > shop.now())
    return { until: formatMoment(order.expiresAt, shop.timeZone) }
  const shopLink =
    plate !== null && order.lines.length === 1
      ? {
          button: `See if number ${plate.unitNumber} is still open`,
          href: shop.publicUrl + reservePath(plate),
        }
      : { button: 'Go to the shop', href: shop.publicUrl }
  return { until: null, shopLink }
}

/** Payment services decide within seconds. After this long, a person has to look. */
const maxOpenMs = 10 * minute
/** Reviews are decided by people at the payment service, within a day. Invoices have their own due dates. */
const maxReviewMs = 24 * hour

/** Returns how many are open for too long. */
export async function watchOpenPayments(work: UnitOfWork): Promise<number> {
  const { tx, now } = work
  const { id, orderId, state, startedAt, askAgainAt, capturedAt, captureSettledAt, gateway } = paymentAttempts
  const overdue = await tx
    .select({ id, orderId, state, capturedAt })
    .from(paymentAttempts)
    .where(
      and(
        // By its index.
        isNotNull(askAgainAt),
        or(
          and(inArray(state, ['started', 'unknown']), lte(startedAt, after(now, -maxOpenMs))),
          and(eq(state, 'review'), ne(gateway, 'manual'), lte(startedAt, after(now, -maxReviewMs))),
          and(isNotNull(capturedAt), isNull(captureSettledAt), lte(capturedAt, after(now, -maxOpenMs))),
        ),
      ),
    )
  const wrong = overdue.map((attempt) => ({
    subject: attempt.id,
    detail: attempt.capturedAt
      ? `Payment ${attempt.id} of order ${attempt.orderId} was captured, and the order is not paid.`
      : `Payment ${attempt.id} of order ${attempt.orderId} is ${attempt.state}.`,
  }))
  await syncAlerts(work, 'attempt_open_too_long', wrong)
  return overdue.length
}

export function paymentJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('reconcile-payments', (shop, signal) => reconcilePayments(shop, sellables, signal)),
    defineJob({
      name: 'recheck-abandoned',
      payload: z.object({}),
      // Late charges are rare: this is enough and spares the gateway.
      every: '23 */6 * * *',
      run: (shop, _payload, signal) => recheckAbandoned(shop, sellables, signal),
    }),
    mailInvoice,
    ...paymentMails,
  ] as Job[]
}

/** Does the order pay something that stays owed by its due date, whatever becomes of the order? */
function isOwed({ lines }: OrderView): boolean {
  return lines.some(({ kind }) => kind === 'balance')
}

const mailInvoice = buyerMail('mail-order-invoice', {
  payload: z.object({ orderId: z.string(), attemptId: z.string() }),
  key: ({ attemptId }) => `order-invoice:${attemptId}`,
  async write(shop, order, { attemptId }) {
    const invoice = await shop.gateway.findInvoice?.(attemptId)
    if (!invoice) throw new Error(`Attempt ${attemptId} has no invoice`)
    // Already paid, withdrawn or overdue: nothing to invoice.
    if (order.lastAttempt?.id !== attemptId || order.lastAttempt.state !== 'review') return undefined
    return invoiceLetter(mailedOrder(order), {
      ...invoice,
      lines: order.lines,
      isOwed: isOwed(order),
      dueOn: formatMoment(invoice.dueAt, shop.timeZone),
      link: mintLink(shop, order),
    })
  },
})

/** `owedLink` leads to the reservation that the order pays the balance of; empty for any other order. */
type PaidOrder = MailedOrder & { amountCents: number; link: string; owedLink: string }
type HoldLeft = { until: string } | { until: null; shopLink: Button }
type Button = { button: string; href: string }

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

function paymentReviewLetter(order: PaidOrder): Letter {
  return paymentLetter(order, {
    heading: 'Your payment is being reviewed',
    texts: [
      `Our payment processor is reviewing your payment of ${formatCents(order.amountCents)}. This can take a few hours.`,
      `${subjectOf(order)} stays held for you until the review is done. Your bank may show the amount as pending. Please don’t pay again.`,
      'You don’t need to do anything. If the payment is approved, we’ll send you a confirmation. If it’s declined, you won’t be charged, and we’ll email you how to pay another way.',
    ],
  })
}

function paymentUnknownLetter(order: PaidOrder): Letter {
  return paymentLetter(order, {
    heading: 'We’re waiting for our payment processor',
    texts: [
      `Our payment processor hasn’t confirmed yet whether your payment of ${formatCents(order.amountCents)} went through. We keep checking.`,
      `${subjectOf(order)} stays held for you until we know. Please don’t pay again. You won’t be charged twice.`,
      'You don’t need to do anything. If the payment went through, we’ll send you a confirmation. If it didn’t, you won’t be charged, and we’ll email you how to try again.',
    ],
  })
}

function paymentAbandonedLetter(order: PaidOrder, hold: HoldLeft): Letter {
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

function paymentDeclinedLetter(order: PaidOrder, hold: HoldLeft, reason: string | null): Letter {
  const { text, ...next } = nextStep(order, hold)
  const failed = `Your payment of ${formatCents(order.amountCents)} did not go through. You weren’t charged.`
  return paymentLetter(order, {
    heading: 'Your payment was declined',
    texts: [[failed, reason].filter(Boolean).join(' '), text],
    next,
  })
}

function invoiceOverdueLetter(order: PaidOrder, hold: HoldLeft, dueOn: string | undefined): Letter {
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

function invoiceWithdrawnLetter(order: PaidOrder, hold: HoldLeft, contactUrl: string): Letter {
  const isOwed = order.owedLink !== ''
  const held =
    hold.until === null
      ? isOwed
        ? owedText
        : `${subjectOf(order)} is no longer held for you.`
      : `${subjectOf(order)} is held for you until ${hold.until}.${isOwed ? '' : ' After that, anyone can buy it.'}`
  return paymentLetter(order, {
    heading: 'Your invoice was withdrawn',
    about: `order ${order.orderId}`,
    texts: [
      `We have withdrawn the invoice for ${formatCents(order.amountCents)}. ${isOwed ? '' : 'You owe nothing. '}Please don’t pay it.`,
      'If you’ve already paid, we’ll refund the money when it arrives.',
      `${held} If you weren’t expecting this, write to us: ${contactUrl}`,
    ],
    ...(isOwed && { next: owedButton(order) }),
  })
}

/** `isByHand`: paid by invoice, so a person refunds it. */
function orderUnfulfilledLetter(order: PaidOrder, next: Button, isByHand: boolean): Letter {
  const amount = formatCents(order.amountCents)
  const subject = subjectOf(order)
  const gone = subject === 'Your order' ? 'what you ordered' : lowerFirst(subject)
  const letter = paymentLetter(order, {
    heading: 'We’re refunding your payment',
    texts: [
      order.owedLink
        ? `Your payment of ${amount} arrived when this balance was due no more.`
        : `Your payment of ${amount} arrived after your hold had ended. By then, ${gone} had been sold to someone else. We’re sorry.`,
      isByHand
        ? `We’ll send the ${amount} back the way you paid it, usually within two business days.`
        : `We’re refunding ${amount} to your card automatically. Your bank determines when it appears.`,
      'You don’t need to do anything. We’ll email you when the refund has been sent.',
    ],
    next: order.owedLink ? owedButton(order) : next,
  })
  return { ...letter, subject: `We’re refunding your payment of ${amount}: order ${order.orderId}` }
}

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
  if (order.owedLink) return { text: owedText, ...owedButton(order) }
  const text =
    subject === 'Your order'
      ? 'Your hold has ended, so the items are available to others again. If they’re still in stock, you can order them again.'
      : `Your hold has ended, so ${lowerFirst(subject)} is available to others again. If it hasn’t sold, you can still buy it.`
  return { text, ...hold.shopLink }
}

const owedText = 'Open your reservation to see what is due and to pay it.'

function owedButton({ owedLink }: PaidOrder): Button {
  return { button: 'Open your reservation', href: owedLink }
}

type Invoice = {
  lines: readonly { title: string; detail: string }[]
  amountCents: number
  dueOn: string
  payTo: string
  isOwed: boolean
  link: string
}

function invoiceLetter({ orderId, plate }: MailedOrder, invoice: Invoice): Letter {
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
