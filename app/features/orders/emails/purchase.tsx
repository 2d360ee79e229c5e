import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import type { Enclosure } from '../sellable.ts'
import { Enclosures, enclosuresText } from './enclosures.tsx'
import { type MailedOrder, themeOf } from './mailed-order.ts'

type Props = MailedOrder & {
  lines: readonly { title: string; quantity: number; amountCents: number; clock: string }[]
  shipping: { name: string; cents: number } | null
  tax: { label: string; cents: number } | null
  paidCents: number
  /** The private link: with it, whoever reads this mail opens the order. */
  link: string
  /** Where the buyer goes on, line by line. Each address carries the link's secret. */
  pages: readonly { label: string; href: string }[]
  /** What a check of a state's rule means for the buyer; empty when nothing has to be checked. */
  review: string
  /** What comes along with what was bought. */
  enclosed: readonly Enclosure[]
  /** The shop's own address. */
  publicUrl: string
  /** Where parcels go, on one line; empty without any. */
  address: string
}

/** Why these mails come: they answer an order and are no advertising. */
const why = 'You get this mail because something was ordered at the PACo shop with this address.'
const keep = 'Keep this mail: whoever has the link sees your order and can ask for the refund.'

/** An order of any lines is paid: what was bought, what it cost with tax and shipping, and where each line goes on. */
export function purchaseMail(props: Props): MailContent {
  const { orderId, plate, lines, shipping, tax, paidCents, link, pages, review, address } = props
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
    { label: 'Order', value: orderId },
  ]
  const clocks = lines.flatMap(({ title, clock }) => (clock ? [`${title}: ${clock.toLowerCase()}.`] : []))
  const sent = address ? `We send it to ${address}, and write to you when it is on its way.` : ''
  return {
    subject: `${isFree ? 'Confirmed' : 'Paid'}: your order ${orderId}`,
    preview: `${paid}. Your private link is inside.`,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>Thank you</MailHeading>
        <MailText>Your order is {isFree ? 'confirmed' : 'paid'}.</MailText>
        {review && <MailText>{review}</MailText>}
        <MailFacts rows={rows} />
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
      `Your order ${orderId} is ${isFree ? 'confirmed' : 'paid'}.`,
      ...(review ? [review] : []),
      rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      ...(sent ? [sent] : []),
      ...pages.map(({ label, href }) => `${label}:\n${href}`),
      `Your private link:\n${link}\n${keep}`,
      ...enclosuresText(props),
      ...(clocks.length ? [clocks.join('\n')] : []),
    ].join('\n\n'),
  }
}
