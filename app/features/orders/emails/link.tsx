import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import { type MailedOrder, themeOf } from './mailed-order.ts'
import { orderTitle } from './mailed-order.ts'

type Links = {
  link?: string | undefined
  /** Opens everything that was bought with the address, for a day. */
  allLink?: string | undefined
}

const allText =
  'Everything you bought with this address is on one page: orders, builds, seats and documents. That link works for one day.'

export function linkMail(props: MailedOrder & Links): MailContent {
  const { orderId, plate, link, allLink } = props
  const heading = link ? 'A new link to your order' : 'Your orders'
  const text = link
    ? 'You, or our staff on your behalf, requested a new private link to this order.'
    : 'You requested a link to everything that was bought with this address.'
  const note =
    'Anyone who has such a link can see your orders. If you didn’t request it, you can delete this email: nobody else was sent the link.'
  const facts = link
    ? [
        { label: 'Order', value: orderId },
        { label: 'For', value: orderTitle(props) },
      ]
    : []
  return {
    subject: link ? `A new link to your order ${orderId}` : 'A link to all your orders',
    preview: text,
    theme: themeOf(plate),
    why: `You’re getting this email because an order at the ${brand} shop was made with this address.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
        {facts.length > 0 && <MailFacts rows={facts} />}
        {link && <MailButton href={link}>Open your order</MailButton>}
        {allLink && <MailText>{allText}</MailText>}
        {allLink && <MailButton href={allLink}>Open all your orders</MailButton>}
        <MailNote>{note}</MailNote>
      </>
    ),
    text: [
      `${heading}.`,
      text,
      rowsText(facts),
      link && `Open your order:\n${link}`,
      allLink && `${allText}\n${allLink}`,
      note,
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}
