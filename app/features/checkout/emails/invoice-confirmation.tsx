import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { confirmInvoiceWords as words } from '../words.ts'
import { type MailedOrder, itemTitle, themeOf } from '#app/features/orders/emails/mailed-order.ts'

type Props = MailedOrder & {
  heldUntil: string
  link: string
}

export function invoiceConfirmationMail({ heldUntil, link, ...order }: Props): MailContent {
  return {
    subject: `Confirm your email to get the invoice for order ${order.orderId}`,
    preview: words.mailText(heldUntil),
    theme: themeOf(order.plate),
    why: `You’re getting this email because an invoice was requested at the ${brand} shop with this address.`,
    body: (
      <>
        <MailHeading>Confirm your email</MailHeading>
        <MailText>{words.mailText(heldUntil)}</MailText>
        <MailFacts
          rows={[
            { label: 'Order', value: order.orderId },
            { label: 'For', value: itemTitle(order) },
          ]}
        />
        <MailButton href={link}>Confirm and get the invoice</MailButton>
        <MailNote>{words.notYou}</MailNote>
      </>
    ),
    text: [
      words.mailText(heldUntil),
      `Order: ${order.orderId}\nFor: ${itemTitle(order)}`,
      `Confirm and get the invoice:\n${link}`,
      words.notYou,
    ].join('\n\n'),
  }
}
