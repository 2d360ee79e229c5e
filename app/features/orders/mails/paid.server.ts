import { z } from 'zod'
import { lowerFirst } from '#app/kit/lower-first.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type Block, facts, type Letter, notes, paragraphs } from '#app/mail/letter.ts'
import { balanceOf } from '../goods.ts'
import { itemTitle, offeredFacts, themeOf, why } from '../mails.ts'
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
import { offeredText } from '../offered.ts'
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
    async write(shop, order, _payload, isEarned) {
      const said = {
        link: mintLink(shop, order),
        review: order.verdict?.outcome === 'review' ? verdictIn(shop, order.verdict) : '',
        offered: await findOffered(shop, sellables, order.lines, { isFirst: true }),
        enclosed: isEarned ? enclose(shop, sellables, order.id, order.lines) : [],
      }
      return subjectNounOf(mailedOrder(order)) === 'order'
        ? purchaseLetter(shop, sellables, order, said)
        : reservationLetter(order, said)
    },
  })

const keep = 'Keep this email: anyone who has the link can see your order and request a refund.'

type Said = {
  link: string
  review: string
  offered: Awaited<ReturnType<typeof findOffered>>
  enclosed: readonly Block[]
}

function reservationLetter(order: OrderView, { link, review, offered, enclosed }: Said): Letter {
  const about = mailedOrder(order)
  const { plate } = about
  const what = itemTitle(about)
  const paid = formatCents(order.capturedCents)
  return {
    subject: `${what} is reserved for you`,
    preview: `Deposit of ${paid} paid. Your private link is inside.`,
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [
      { heading: `Your ${subjectNounOf(about)} is reserved` },
      ...(plate
        ? [
            {
              plate: {
                number: plate.unitNumber,
                of: plate.total,
                title: plate.dropName,
                caption: 'Made under federal license',
              },
            },
          ]
        : []),
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
          ...facts({ Order: order.id, Reserved: what }),
          ...offeredFacts(alike(offered)),
          ...facts({ 'Deposit paid': paid }),
        ],
      },
      { text: 'We email you before the build begins, and at every stage after that.' },
      { text: 'If you haven’t yet, choose the dealer who hands it over, on your order page.' },
      {
        text: 'We file the federal transfer form. You pick up the firearm at your dealer after approval, which can take a while.',
      },
      ...enclosed,
      ...notes(refundPolicy),
    ],
  }
}

async function purchaseLetter(
  shop: Shop,
  sellables: Sellables,
  order: OrderView,
  { link, review, offered, enclosed }: Said,
): Promise<Letter> {
  const { id, lines, capturedCents } = order
  const pages = await findLinePages(shop.db, sellables, order)
  const reservation = balanceOf(lines)
  const words = paidWords[paidForOf(sellables, order)]
  const { shipping, tax } = chargesOf(order)
  const paid = capturedCents === 0 ? 'Free' : formatCentsExact(capturedCents)
  const address = addressOf(order)
  return {
    subject: reservation
      ? `${words.subject}: the balance of your order ${reservation}`
      : `${words.subject}: your order ${id}`,
    preview: `${capturedCents === 0 ? 'Nothing to pay' : formatCents(capturedCents)}. Your private link is inside.`,
    theme: themeOf(mailedOrder(order).plate),
    why: why.ordered,
    blocks: [
      { heading: 'Thank you' },
      { text: reservation ? 'Your balance is paid.' : words.text },
      { text: review },
      {
        facts: [
          ...lines.map(({ title, quantity, unitCents }) => ({
            label: quantity > 1 ? `${title} × ${quantity}` : title,
            value: unitCents === 0 ? 'Free' : formatCentsExact(unitCents * quantity),
          })),
          ...facts({
            ...(shipping && { [`Shipping, ${shipping.name}`]: formatCentsExact(shipping.cents) }),
            ...(tax && { [tax.label]: formatCentsExact(tax.cents) }),
            [capturedCents === 0 ? 'Total' : 'Paid']: paid,
            Reservation: reservation,
            [reservation ? 'Payment' : 'Order']: id,
          }),
        ],
      },
      ...paragraphs(
        lines.map(({ position, title, detail }) => {
          const text = offeredText(offered.get(position) ?? [])
          return text && `${[title, detail].filter(Boolean).join(', ')}. ${text}`
        }),
      ),
      { text: address && `We’ll ship it to ${address} and email you when it is on its way.` },
      ...[...pages.values()].map(({ to, label }) => ({
        button: label,
        href: `${link}&to=${encodeURIComponent(to)}`,
      })),
      { button: 'Open your order', href: link },
      { note: keep },
      ...enclosed,
      ...notes(
        lines.map((line) => {
          const clock = lineRefund(line, order, shop.now())
          if (!clock.ok) return ''
          const words = refundClockWords(clock, shop.timeZone, unrefundedLineCents(line))
          return `${line.title}: ${lowerFirst(words)}.`
        }),
      ),
    ],
  }
}
