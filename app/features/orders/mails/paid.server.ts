import { z } from 'zod'
import { lowerFirst } from '#app/kit/lower-first.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import type { Shop } from '#app/http/context.server.ts'
import { facts, type Letter, notes, paragraphs } from '#app/mail/letter.ts'
import { balanceOf } from '../goods.ts'
import {
  type Enclosed,
  enclosures,
  itemTitle,
  type MailedOrder,
  offeredFacts,
  themeOf,
  why,
} from '../mails.ts'
import {
  addressOf,
  alike,
  buyerMail,
  earnsEnclosure,
  enclose,
  mailedOrder,
  mintLink,
  verdictIn,
} from '../mails.server.ts'
import { type OfferedRow, offeredText } from '../offered.ts'
import { chargesOf } from '../quote.ts'
import { lineRefund, refundClockWords, refundPolicy, unrefundedLineCents } from '../refunds.ts'
import type { Sellables } from '../store/lines.server.ts'
import type { OrderView } from '../store/read.server.ts'
import { findLinePages, findOffered } from '../store/shown-lines.server.ts'
import { paidForOf, paidWords, subjectNounOf, underReviewWords } from '../subject.ts'

/** What was reserved, or what was bought. */
export const confirmation = (sellables: Sellables) =>
  buyerMail('mail-order-confirmation', {
    payload: z.object({ orderId: z.string() }),
    key: ({ orderId }) => `order-confirmation:${orderId}`,
    also: (shop, orderId) => earnsEnclosure(shop, sellables, orderId),
    write: (shop, order, _payload, isEarned) => confirmationOf(shop, sellables, order, isEarned),
  })

async function confirmationOf(
  shop: Shop,
  sellables: Sellables,
  order: OrderView,
  isEarned: boolean,
): Promise<Letter> {
  const link = mintLink(shop, order)
  const enclosed = isEarned ? enclose(sellables, order.id, order.lines) : []
  const offered = await findOffered(shop, sellables, order.lines, { isFirst: true })
  const said = {
    ...mailedOrder(order),
    paidCents: order.capturedCents,
    link,
    review: order.verdict?.outcome === 'review' ? verdictIn(shop, order.verdict) : '',
    enclosed,
    publicUrl: shop.publicUrl,
  }
  if (subjectNounOf(said) !== 'order') return confirmationLetter({ ...said, offered: alike(offered) })
  return purchaseLetter({ ...said, ...(await purchaseOf(shop, sellables, order, { link, offered })) })
}

async function purchaseOf(
  shop: Shop,
  sellables: Sellables,
  order: OrderView,
  { link, offered }: { link: string; offered: Awaited<ReturnType<typeof findOffered>> },
) {
  const pages = await findLinePages(shop.db, sellables, order)
  return {
    paidFor: paidForOf(sellables, order),
    balanceOf: balanceOf(order.lines),
    lines: order.lines.map((line) => ({
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      clock: clockOf(order, line, shop),
      offered: offeredText(offered.get(line.position) ?? []),
    })),
    ...chargesOf(order),
    pages: [...pages.values()].map(({ to, label }) => ({
      label,
      href: `${link}&to=${encodeURIComponent(to)}`,
    })),
    address: addressOf(order),
  }
}

function clockOf(order: OrderView, line: OrderView['lines'][number], { now, timeZone }: Shop): string {
  const verdict = lineRefund(line, order, now())
  return verdict.ok ? refundClockWords(verdict, timeZone, unrefundedLineCents(line)) : ''
}

const keep = 'Keep this email: anyone who has the link can see your order and request a refund.'

type Confirmed = MailedOrder & Enclosed & { paidCents: number; link: string; review: string }

export function confirmationLetter(order: Confirmed & { offered: readonly OfferedRow[] }): Letter {
  const { orderId, plate, paidCents, link, review, offered } = order
  const what = itemTitle(order)
  const paid = formatCents(paidCents)
  const number = plate && {
    number: plate.unitNumber,
    of: plate.total,
    title: plate.dropName,
    caption: 'Made under federal license',
  }
  return {
    subject: `${what} is reserved for you`,
    preview: `Deposit of ${paid} paid. Your private link is inside.`,
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [
      { heading: `Your ${subjectNounOf(order)} is reserved` },
      ...(number ? [{ plate: number }] : []),
      {
        text: review
          ? underReviewWords.mail(what, paid)
          : `${what} is yours. The refundable deposit of ${paid} is paid.`,
      },
      { text: review },
      { button: 'Open your order', href: link },
      { note: keep },
      {
        facts: [
          ...facts({ Order: orderId, Reserved: what }),
          ...offeredFacts(offered),
          ...facts({ 'Deposit paid': paid }),
        ],
      },
      { text: 'We email you before the build begins, and at every stage after that.' },
      { text: 'If you haven’t yet, choose the dealer who hands it over, on your order page.' },
      {
        text: 'We file the federal transfer form. You pick up the firearm at your dealer after approval, which can take a while.',
      },
      ...enclosures(order),
      ...notes(refundPolicy),
    ],
  }
}

export type Purchase = Confirmed & Awaited<ReturnType<typeof purchaseOf>>

export function purchaseLetter(order: Purchase): Letter {
  const { orderId, balanceOf, plate, lines, shipping, tax } = order
  const { paidCents, paidFor, link, pages, review, address } = order
  const words = paidWords[paidFor]
  const isFree = paidCents === 0
  const rows = [
    ...lines.map(({ title, quantity, amountCents }) => ({
      label: quantity > 1 ? `${title} × ${quantity}` : title,
      value: amountCents === 0 ? 'Free' : formatCentsExact(amountCents),
    })),
    ...(shipping ? [{ label: `Shipping, ${shipping.name}`, value: formatCentsExact(shipping.cents) }] : []),
    ...(tax ? [{ label: tax.label, value: formatCentsExact(tax.cents) }] : []),
    { label: isFree ? 'Total' : 'Paid', value: isFree ? 'Free' : formatCentsExact(paidCents) },
    ...facts({ Reservation: balanceOf, [balanceOf ? 'Payment' : 'Order']: orderId }),
  ]
  const offers = lines.map(({ title, detail, offered }) =>
    offered ? `${[title, detail].filter(Boolean).join(', ')}. ${offered}` : '',
  )
  return {
    subject: balanceOf
      ? `${words.subject}: the balance of your order ${balanceOf}`
      : `${words.subject}: your order ${orderId}`,
    preview: `${isFree ? 'Nothing to pay' : formatCents(paidCents)}. Your private link is inside.`,
    theme: themeOf(plate),
    why: why.ordered,
    blocks: [
      { heading: 'Thank you' },
      { text: balanceOf ? 'Your balance is paid.' : words.text },
      { text: review },
      { facts: rows },
      ...paragraphs(offers),
      { text: address && `We’ll ship it to ${address} and email you when it is on its way.` },
      ...pages.map(({ label, href }) => ({ button: label, href })),
      { button: 'Open your order', href: link },
      { note: keep },
      ...enclosures(order),
      ...notes(lines.map(({ title, clock }) => clock && `${title}: ${lowerFirst(clock)}.`)),
    ],
  }
}
