import { lowerFirst } from '#app/kit/lower-first.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { brand } from '#app/kit/brand.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import type { Enclosure } from '../sellable.ts'
import { type PaidFor, paidWords } from '../words/paid-for.ts'
import { Enclosures, enclosuresText } from './enclosures.tsx'
import { type MailedOrder, themeOf } from './mailed-order.ts'

type Props = MailedOrder & {
  /** `offered`: what a line reserves or pays for, in sentences; empty where nothing is to be said. */
  lines: readonly {
    title: string
    detail: string
    quantity: number
    amountCents: number
    clock: string
    offered: string
  }[]
  shipping: { name: string; cents: number } | null
  tax: { label: string; cents: number } | null
  paidCents: number
  paidFor: PaidFor
  /** The reservation that the order pays the balance of; `null` for any other order. */
  balanceOf: string | null
  link: string
  /** Pages of the lines. Each address contains the link's secret. */
  pages: readonly { label: string; href: string }[]
  /** What a check of a state's rule means for the buyer; empty when nothing has to be checked. */
  review: string
  enclosed: readonly Enclosure[]
  publicUrl: string
  /** The shipping address on one line; empty without shipping. */
  address: string
}

/** Why this email was sent: it is transactional. */
const why = `You’re getting this email because something was ordered at the ${brand} shop with this address.`
const keep = 'Keep this email: anyone who has the link can see your order and request a refund.'

export function purchaseMail(props: Props): MailContent {
  const {
    orderId,
    balanceOf,
    plate,
    lines,
    shipping,
    tax,
    paidCents,
    paidFor,
    link,
    pages,
    review,
    address,
  } = props
  const words = paidWords[paidFor]
  const isFree = paidCents === 0
  const paid = isFree ? 'Nothing to pay' : formatCents(paidCents)
  const rows = [
    ...lines.map(({ title, quantity, amountCents }) => ({
      label: quantity > 1 ? `${title} × ${quantity}` : title,
      value: amountCents === 0 ? 'Free' : formatCentsExact(amountCents),
    })),
    ...(shipping ? [{ label: `Shipping, ${shipping.name}`, value: formatCentsExact(shipping.cents) }] : []),
    ...(tax ? [{ label: tax.label, value: formatCentsExact(tax.cents) }] : []),
    { label: isFree ? 'Total' : 'Paid', value: isFree ? 'Free' : formatCentsExact(paidCents) },
    ...(balanceOf ? [{ label: 'Reservation', value: balanceOf }] : []),
    { label: balanceOf ? 'Payment' : 'Order', value: orderId },
  ]
  const clocks = lines.flatMap(({ title, clock }) => (clock ? [`${title}: ${lowerFirst(clock)}.`] : []))
  const offers = lines.flatMap(({ title, detail, offered }) =>
    offered ? [`${[title, detail].filter(Boolean).join(', ')}. ${offered}`] : [],
  )
  const sent = address ? `We’ll ship it to ${address} and email you when it is on its way.` : ''
  return {
    subject: balanceOf
      ? `${words.subject}: the balance of your order ${balanceOf}`
      : `${words.subject}: your order ${orderId}`,
    preview: `${paid}. Your private link is inside.`,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>Thank you</MailHeading>
        <MailText>{balanceOf ? 'Your balance is paid.' : words.text}</MailText>
        {review && <MailText>{review}</MailText>}
        <MailFacts rows={rows} />
        {offers.map((offer) => (
          <MailText key={offer}>{offer}</MailText>
        ))}
        {sent && <MailText>{sent}</MailText>}
        {pages.map(({ label, href }) => (
          <MailButton key={href} href={href}>
            {label}
          </MailButton>
        ))}
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>{keep}</MailNote>
        <Enclosures {...props} />
        {clocks.map((clock) => (
          <MailNote key={clock}>{clock}</MailNote>
        ))}
      </>
    ),
    text: [
      balanceOf ? `Your balance is paid. Order ${balanceOf}.` : `${words.text} Order ${orderId}.`,
      ...(review ? [review] : []),
      rowsText(rows),
      ...offers,
      ...(sent ? [sent] : []),
      ...pages.map(({ label, href }) => `${label}:\n${href}`),
      `Your private link:\n${link}\n${keep}`,
      ...enclosuresText(props),
      ...(clocks.length ? [clocks.join('\n')] : []),
    ].join('\n\n'),
  }
}
