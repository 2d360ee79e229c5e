import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import { brand } from '#app/kit/brand.ts'
import { type MailedOrder, orderTitle, themeOf } from './mailed-order.ts'

/** Tells the address that an order had of its change by staff. It opens nothing: the address may be a stranger's. */
export function emailChangedMail(props: MailedOrder & { contact: string }): MailContent {
  const { orderId, plate, contact } = props
  const heading = 'The email of your order was changed'
  const text =
    'Our staff changed the email address of this order. Emails about it go to the new address from now on, and links that were sent to this one no longer open it.'
  const note = 'Did you not ask for this? Write to us at once, and we will look into it.'
  const facts = [
    { label: 'Order', value: orderId },
    { label: 'For', value: orderTitle(props) },
  ]
  return {
    subject: `The email of your order ${orderId} was changed`,
    preview: text,
    theme: themeOf(plate),
    why: `You’re getting this email because an order at the ${brand} shop was made with this address.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
        <MailFacts rows={facts} />
        <MailNote>{note}</MailNote>
        <MailButton href={contact}>Write to us</MailButton>
      </>
    ),
    text: [`${heading}.`, text, rowsText(facts), note, `Write to us:\n${contact}`].join('\n\n'),
  }
}
