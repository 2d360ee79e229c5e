import { z } from 'zod'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { defineJob, type Job, pollingJob } from '#app/jobs/job.ts'
import { recheckAbandoned, reconcilePayments, findAttempt } from './flows.server.ts'
import { balanceOf } from '#app/features/orders/goods.ts'
import {
  buyerMail,
  linkNote,
  mailedOrder,
  type MailedOrder,
  mintLink,
  orderTitle,
  themeOf,
  why,
} from '#app/features/orders/mails.server.ts'
import { formatMoment, invoiceWords, reservePath, subjectNounOf } from '#app/features/orders/words.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { and, eq, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { contactPath } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import { facts, paragraphs } from '#app/mail/letter.ts'
import { overdueReason } from '#app/gateway/manual/gateway.server.ts'
import { lowerFirst } from '#app/kit/text.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'

type Attempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

type Known = { order: OrderView; attempt: Attempt }
/** `owedLink` leads to the reservation that the order pays the balance of; empty for any other order. */
type About = Known & {
  shop: Shop
  mailed: MailedOrder
  /** The amount, and what the order has at the start of a sentence. */
  amount: string
  subject: string
  link: string
  owedLink: string
}
type Button = { button: string; href: string }
type PaymentMail = { heading: string; subject?: string; about?: string; texts: string[]; next?: Button }

/** Each reads the payment's state when it is sent and is dropped if it is no longer true: a late email never misleads. */
function mailAbout(
  name: string,
  isStill: (known: Known) => boolean,
  write: (about: About) => PaymentMail | Promise<PaymentMail>,
): Job {
  return buyerMail(name, {
    payload: z.object({ orderId: z.string(), attemptId: z.string() }),
    key: ({ attemptId }) => `${name}:${attemptId}`,
    async write(shop, order, { orderId, attemptId }) {
      const attempt = await findAttempt(shop.db, attemptId)
      if (attempt?.orderId !== orderId) throw new Error(`Order ${orderId} has no attempt ${attemptId}`)
      if (!isStill({ order, attempt })) return undefined
      const [mailed, link, owedFor] = [mailedOrder(order), mintLink(shop, order), balanceOf(order.lines)]
      const owedLink = owedFor ? await linkToOwed(shop, order, owedFor) : ''
      const amount = formatCents(attempt.amountCents)
      const subject = subjectOf(mailed)
      const mail = await write({ shop, order, attempt, mailed, amount, subject, link, owedLink })
      const { heading, about = orderTitle(mailed), texts, next } = mail
      const opensOrder = !next || next.href === link
      return {
        subject: mail.subject ?? `${heading}: ${about}`,
        preview: texts[0] ?? '',
        theme: themeOf(mailed.plate),
        why: why.order,
        blocks: [
          { heading },
          ...paragraphs(texts),
          next ?? { button: 'Open your order', href: link },
          { facts: facts({ Order: orderId, For: orderTitle(mailed), Amount: amount }) },
          { button: 'Open your order', href: opensOrder ? '' : link },
          { note: linkNote },
        ],
      }
    },
  })
}

function subjectOf({ plate, kind, count }: MailedOrder): string {
  const noun = subjectNounOf({ plate, kind, count })
  if (noun === 'number' && plate) return `Number ${plate.unitNumber}`
  return noun === 'slot' ? 'Your build slot' : 'Your order'
}

/** Whoever pays a balance types an address. Only that of the reservation gets a link that opens it. */
async function linkToOwed(shop: Shop, { buyerEmail }: OrderView, owedFor: string): Promise<string> {
  const owed = await findOrder(shop.db, owedFor)
  const isSame = owed?.buyerEmail?.toLowerCase() === buyerEmail?.toLowerCase()
  return owed && isSame ? mintLink(shop, owed) : `${shop.publicUrl}/orders/${owedFor}`
}

const paymentMails = [
  mailAbout(
    'mail-payment-review',
    ({ attempt }) => attempt.state === 'review',
    ({ amount, subject }) => ({
      heading: 'Your payment is being reviewed',
      texts: [
        `Our payment processor is reviewing your payment of ${amount}. This can take a few hours.`,
        `${subject} stays held for you until the review is done. Your bank may show the amount as pending. Please don’t pay again.`,
        'You don’t need to do anything. If the payment is approved, we’ll send you a confirmation. If it’s declined, you won’t be charged, and we’ll email you how to pay another way.',
      ],
    }),
  ),
  mailAbout(
    'mail-payment-unknown',
    ({ attempt }) => attempt.state === 'unknown',
    ({ amount, subject }) => ({
      heading: 'We’re waiting for our payment processor',
      texts: [
        `Our payment processor hasn’t confirmed yet whether your payment of ${amount} went through. We keep checking.`,
        `${subject} stays held for you until we know. Please don’t pay again. You won’t be charged twice.`,
        'You don’t need to do anything. If the payment went through, we’ll send you a confirmation. If it didn’t, you won’t be charged, and we’ll email you how to try again.',
      ],
    }),
  ),
  mailAbout('mail-payment-failed', cameToNothing, failedMail),
  mailAbout('mail-order-unfulfilled', () => true, unfulfilledMail),
]

function cameToNothing({ order, attempt }: Known): boolean {
  // What is owed stays owed: its own reminder follows an overdue invoice, with the way to pay it.
  if (isOwed(order) && attempt.declineReason === overdueReason) return false
  const failed = attempt.state === 'declined' || attempt.state === 'abandoned'
  const isLeft = order.state === 'held' || order.state === 'expired'
  return failed && !attempt.isLate && isLeft && order.lastAttempt?.id === attempt.id
}

async function failedMail(of: About): Promise<PaymentMail> {
  const { shop, order, attempt, mailed, amount, owedLink } = of
  const until = heldUntil(of)
  const { text, ...next } = nextStep(of, until)
  if (attempt.state === 'abandoned')
    return {
      heading: 'Your payment did not go through',
      texts: [
        `We couldn’t reach our payment processor when you paid, and it has no record of your payment of ${amount}. You weren’t charged.`,
        'If a charge does appear on your card, we’ll refund it automatically and email you.',
        text,
      ],
      next,
    }
  if (attempt.gateway !== 'manual') {
    const failed = `Your payment of ${amount} did not go through. You weren’t charged.`
    const texts = [[failed, attempt.declineReason].filter(Boolean).join(' '), text]
    return { heading: 'Your payment was declined', texts, next }
  }
  const about = `order ${order.id}`
  if (attempt.declineReason === overdueReason) {
    const invoice = await shop.gateway.findInvoice?.(attempt.id)
    const dueOn = invoice ? ` on ${formatMoment(invoice.dueAt, shop.timeZone)}` : ''
    return {
      heading: 'Your invoice was not paid in time',
      about,
      texts: [
        `The invoice for ${amount} was due${dueOn}, and no payment has reached us. The invoice is closed and you owe nothing.`,
        'If your payment is already on its way, we’ll refund it when it arrives.',
        text,
      ],
      next,
    }
  }
  const subject = subjectOf(mailed)
  const ended = owedLink ? owedText : `${subject} is no longer held for you.`
  const held = until
    ? `${subject} is held for you until ${until}.${owedLink ? '' : ' After that, anyone can buy it.'}`
    : ended
  return {
    heading: 'Your invoice was withdrawn',
    about,
    texts: [
      `We have withdrawn the invoice for ${amount}. ${owedLink ? '' : 'You owe nothing. '}Please don’t pay it.`,
      'If you’ve already paid, we’ll refund the money when it arrives.',
      `${held} If you weren’t expecting this, write to us: ${shop.publicUrl}${contactPath}`,
    ],
    ...(owedLink && { next: owedButton(owedLink) }),
  }
}

function heldUntil({ shop, order }: About): string | undefined {
  const isHeld = order.state === 'held' && order.expiresAt > shop.now()
  return isHeld ? formatMoment(order.expiresAt, shop.timeZone) : undefined
}

function nextStep({ shop, order, mailed, subject, link, owedLink }: About, until: string | undefined) {
  if (until)
    return {
      text: `${subject} is still held for you until ${until}. Pay again before then to keep it.`,
      button: 'Pay again',
      href: link,
    }
  if (owedLink) return { text: owedText, ...owedButton(owedLink) }
  const text =
    subject === 'Your order'
      ? 'Your hold has ended, so the items are available to others again. If they’re still in stock, you can order them again.'
      : `Your hold has ended, so ${lowerFirst(subject)} is available to others again. If it hasn’t sold, you can still buy it.`
  const { plate } = mailed
  if (!plate || order.lines.length > 1) return { text, ...shopButton(shop) }
  const href = shop.publicUrl + reservePath(plate)
  return { text, button: `See if number ${plate.unitNumber} is still open`, href }
}

const owedText = 'Open your reservation to see what is due and to pay it.'
const owedButton = (href: string): Button => ({ button: 'Open your reservation', href })
const shopButton = ({ publicUrl: href }: Shop): Button => ({ button: 'Go to the shop', href })

function unfulfilledMail({ shop, order, attempt, mailed, amount, subject, owedLink }: About): PaymentMail {
  const gone = subject === 'Your order' ? 'what you ordered' : lowerFirst(subject)
  const numbers = mailed.plate && order.lines.length === 1 ? shop.publicUrl + mailed.plate.path : ''
  const onSale = numbers ? { button: 'See which numbers are open', href: numbers } : shopButton(shop)
  return {
    heading: 'We’re refunding your payment',
    subject: `We’re refunding your payment of ${amount}: order ${order.id}`,
    texts: [
      owedLink
        ? `Your payment of ${amount} arrived when this balance was due no more.`
        : `Your payment of ${amount} arrived after your hold had ended. By then, ${gone} had been sold to someone else. We’re sorry.`,
      // By invoice: a person refunds it.
      attempt.gateway === 'manual'
        ? `We’ll send the ${amount} back the way you paid it, usually within two business days.`
        : `We’re refunding ${amount} to your card automatically. Your bank determines when it appears.`,
      'You don’t need to do anything. We’ll email you when the refund has been sent.',
    ],
    next: owedLink ? owedButton(owedLink) : onSale,
  }
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
    const { orderId, plate } = mailedOrder(order)
    const { amountCents, payTo } = invoice
    const [amount, dueOn] = [formatCentsExact(amountCents), formatMoment(invoice.dueAt, shop.timeZone)]
    const items = order.lines.map(({ title, detail }) => [title, detail].filter(Boolean).join(', '))
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
        { button: 'Open your order', href: mintLink(shop, order) },
        { note: isOwed(order) ? invoiceWords.owedOverdue : invoiceWords.overdue },
      ],
    }
  },
})

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
