import { brand } from '#app/kit/brand.ts'
import { lowerFirst } from '#app/kit/lower-first.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { type Block, type Fact, facts, type Letter, notes, paragraphs } from '#app/mail/letter.ts'
import { type MailTheme, mailTheme } from '#app/mail/palette.ts'
import type { Stage } from './rules.ts'
import type { Plate } from './goods.ts'
import { pathOf, stageWordsOf } from './stages.ts'
import type { Enclosure } from './sellable.ts'
import type { OfferedRow } from './offered.ts'
import {
  certificateWords,
  type OrderSubject,
  subjectNounOf,
  type PaidFor,
  paidWords,
  underReviewWords,
} from './subject.ts'
import { correctedShipment, type ShownTracking, trackShipmentWords } from './parcels.ts'
import { refundPolicy } from './refunds.ts'

export type MailedOrder = OrderSubject & {
  orderId: string
  detail: string
  plate: Plate | null
}

export const why = {
  reserved: `You’re getting this email because a reservation at the ${brand} shop was made with this address.`,
  ordered: `You’re getting this email because something was ordered at the ${brand} shop with this address.`,
  order: `You’re getting this email because an order at the ${brand} shop was made with this address.`,
}

export const linkNote = 'Anyone who has this link can see your order.'
const keep = 'Keep this email: anyone who has the link can see your order and request a refund.'

export function itemTitle({ title, detail, plate }: Pick<MailedOrder, 'title' | 'detail' | 'plate'>): string {
  return plate
    ? `${plate.dropName}, number ${plate.unitNumber} of ${plate.total}`
    : [title, detail].filter(Boolean).join(', ')
}

export function orderTitle(order: MailedOrder): string {
  return order.count === 1 ? itemTitle(order) : `${order.count} items`
}

export function themeOf(plate: Plate | null): MailTheme {
  return mailTheme(plate?.theme)
}

export function offeredFacts(offered: readonly OfferedRow[]): Fact[] {
  return offered.map(({ term, value }) => ({ label: term, value }))
}

export function noticeLetter(
  order: MailedOrder,
  notice: {
    heading: string
    texts: readonly string[]
    rows?: readonly Fact[]
    button?: string
    link: string
  },
): Letter {
  const { heading, texts, rows = [], button = 'Open your order', link } = notice
  const what = itemTitle(order)
  return {
    subject: `${heading}: ${what}`,
    preview: texts[0] ?? '',
    theme: themeOf(order.plate),
    why: why.reserved,
    blocks: [
      { heading },
      ...paragraphs(texts),
      { facts: [...rows, ...facts({ Order: order.orderId, For: what })] },
      { button, href: link },
      { note: linkNote },
    ],
  }
}

type Confirmed = MailedOrder & {
  paidCents: number
  link: string
  review: string
  enclosed: readonly Enclosure[]
  publicUrl: string
}

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

function enclosures({ enclosed, publicUrl }: { enclosed: readonly Enclosure[]; publicUrl: string }): Block[] {
  return enclosed.flatMap(({ title, text, rows, how, go, notes: said }) => [
    { heading: title },
    { text },
    { facts: rows },
    { text: how },
    { button: go.label, href: publicUrl + go.path },
    ...notes(said),
  ])
}

export type PurchasedLine = {
  title: string
  detail: string
  quantity: number
  amountCents: number
  clock: string
  offered: string
}

export type Purchase = Confirmed & {
  lines: readonly PurchasedLine[]
  shipping: { name: string; cents: number } | null
  tax: { label: string; cents: number } | null
  paidFor: PaidFor
  balanceOf: string | null
  /** Pages of the lines. Each address contains the link's secret. */
  pages: readonly { label: string; href: string }[]
  address: string
}

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

type StageMoved = MailedOrder & {
  stage: Stage
  itemClass: string | null
  offered: readonly OfferedRow[]
  shipment?: ShownTracking | null
  back?: { from: Stage; reason: string } | undefined
  isCorrection?: boolean
  link: string
  enclosed?: readonly Enclosure[]
  publicUrl?: string
}

export function stageLetter(order: StageMoved): Letter {
  const { orderId, plate, stage, itemClass, offered, shipment, isCorrection, back, link } = order
  const { enclosed = [], publicUrl = '' } = order
  const moved = isCorrection ? correctedShipment : stageWordsOf(stage, itemClass)
  const { label, text } = back ? backWords(stage, itemClass, back) : moved
  const path = pathOf(itemClass)
  const what = itemTitle(order)
  return {
    subject: `${label}: ${what}`,
    preview: text,
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [
      { heading: label },
      { text },
      { text: plate && stage === 'picked_up' ? certificateWords : '' },
      {
        facts: [
          ...facts({ Reservation: what }),
          ...offeredFacts(offered),
          ...facts({
            Progress: `Stage ${path.indexOf(stage) + 1} of ${path.length}`,
            Order: orderId,
            Tracking: shipment?.text,
          }),
        ],
      },
      { button: trackShipmentWords, href: shipment?.url },
      { button: 'Open your order', href: link },
      { note: linkNote },
      ...enclosures({ enclosed, publicUrl }),
    ],
  }
}

/** What a buyer reads of a step back: the words of the stage would say that it had just come there. */
function backWords(
  stage: Stage,
  itemClass: string | null,
  { from, reason }: NonNullable<StageMoved['back']>,
) {
  const { label } = stageWordsOf(stage, itemClass)
  const earlier = stageWordsOf(from, itemClass).label
  const next = 'We’ll email you when it moves on. Answer this email if you have a question.'
  const moved = `Your reservation went back from “${earlier}” to “${label}”.`
  const said = reason && `Why: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`
  return { label: `Back to “${label}”`, text: [moved, said, next].filter(Boolean).join(' ') }
}

export function inReviewLetter(order: MailedOrder, verdict: string, link: string): Letter {
  const calm =
    'Nothing is canceled and nothing is lost. We’ll review your order and write to you. Whatever is refundable, you can still refund on your private order page.'
  return noticeLetter(order, { heading: 'Your order is in review', texts: [verdict, calm], link })
}

type SentParcel = MailedOrder & {
  /** `unsent`: it was marked as shipped by mistake. `tracking`: its tracking number was corrected. */
  about: keyof typeof parcelWords
  /** The parcel of how many, such as `1 of 2`; empty when everything comes in one. */
  which: string
  items: readonly string[]
  address: string
  tracking: ShownTracking | null
  link: string
}

const parcelWords = {
  sent: { subject: 'Shipped', heading: 'On its way', lead: 'Your package is on its way.' },
  unsent: {
    subject: 'Not shipped yet',
    heading: 'Not shipped yet',
    lead: 'We told you that your package had shipped. That was a mistake: it’s still with us, and we’ll email you when it leaves.',
  },
  tracking: {
    subject: 'Tracking number',
    heading: 'Your tracking number',
    lead: 'We corrected the tracking number of your package.',
  },
} as const

export function parcelLetter(parcel: SentParcel): Letter {
  const { about, orderId, plate, which, items, address, link } = parcel
  const { subject, heading, lead } = parcelWords[about]
  const tracking = about === 'unsent' ? null : parcel.tracking
  return {
    subject: `${subject}: your order ${orderId}`,
    preview: lead,
    theme: themeOf(plate),
    why: why.ordered,
    blocks: [
      { heading },
      { text: lead },
      {
        facts: facts({
          Package: which,
          'In the package': items.join(', '),
          To: address,
          Tracking: tracking?.text,
          Order: orderId,
        }),
      },
      { button: 'Track your package', href: tracking?.url },
      { button: 'Open your order', href: link },
      {
        note:
          about === 'unsent'
            ? 'You can still return it yourself on your order page.'
            : 'From here on, write to us about a return and we’ll work it out with you.',
      },
    ],
  }
}

export function linkLetter(
  order: MailedOrder & { link?: string | undefined; allLink?: string | undefined },
): Letter {
  const { orderId, plate, link, allLink } = order
  const text = link
    ? 'You, or our staff on your behalf, requested a new private link to this order.'
    : 'You requested a link to everything that was bought with this address.'
  return {
    subject: link ? `A new link to your order ${orderId}` : 'A link to all your orders',
    preview: text,
    theme: themeOf(plate),
    why: why.order,
    blocks: [
      { heading: link ? 'A new link to your order' : 'Your orders' },
      { text },
      { facts: link ? facts({ Order: orderId, For: orderTitle(order) }) : [] },
      { button: 'Open your order', href: link },
      {
        text: allLink
          ? 'Everything you bought with this address is on one page: orders, builds, seats and documents. That link works for one day.'
          : '',
      },
      { button: 'Open all your orders', href: allLink },
      {
        note: 'Anyone who has such a link can see your orders. If you didn’t request it, you can delete this email: nobody else was sent the link.',
      },
    ],
  }
}

/** Tells the address that an order had of its change by staff. It opens nothing: the address may be a stranger's. */
export function emailChangedLetter(order: MailedOrder, contact: string): Letter {
  const text =
    'Our staff changed the email address of this order. Emails about it go to the new address from now on, and links that were sent to this one no longer open it.'
  return {
    subject: `The email of your order ${order.orderId} was changed`,
    preview: text,
    theme: themeOf(order.plate),
    why: why.order,
    blocks: [
      { heading: 'The email of your order was changed' },
      { text },
      { facts: facts({ Order: order.orderId, For: orderTitle(order) }) },
      { note: 'Did you not ask for this? Write to us at once, and we will look into it.' },
      { button: 'Write to us', href: contact },
    ],
  }
}
