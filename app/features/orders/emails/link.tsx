import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, themeOf } from './mailed-order.ts'
import { orderTitle } from './mailed-order.ts'

/** A new private link for a buyer who lost theirs. */
export function linkMail(props: MailedOrder & { link: string }): MailContent {
  const { orderId, plate, link } = props
  const heading = 'A new link to your order'
  const text = 'You, or our staff on your behalf, requested a new private link to this order.'
  const note =
    'Anyone who has this link can see your order. If you didn’t request it, you can delete this email: nobody else was sent the link.'
  const facts = [
    { label: 'Order', value: orderId },
    { label: 'For', value: orderTitle(props) },
  ]
  return {
    subject: `A new link to your order ${orderId}`,
    preview: text,
    theme: themeOf(plate),
    why: 'You’re getting this email because an order at the PACo shop was made with this address.',
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
        <MailFacts rows={facts} />
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>{note}</MailNote>
      </>
    ),
    text: [
      `${heading}.`,
      text,
      facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      `Open your order:\n${link}`,
      note,
    ].join('\n\n'),
  }
}
