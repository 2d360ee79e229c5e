import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, themeOf } from '#app/features/orders/emails/mailed-order.ts'
import { rowsText } from '#app/mail/rows-text.ts'

type Props = MailedOrder & {
  items: readonly string[]
  answerBy: string
  link: string
}

/** Offers the choice that the 30-day rule requires: wait, or cancel for a refund (16 CFR 435.2). */
export function delayMail({ orderId, plate, items, answerBy, link }: Props): MailContent {
  const heading = 'Your package is late'
  const lead =
    'We haven’t shipped your package yet, and we can’t give you a date. You choose: wait for it, or cancel these items for a full refund.'
  const silence = `If you don’t answer by ${answerBy}, we’ll cancel them and refund you. If you wait, you can still cancel at any time until we ship.`
  const facts = [
    { label: 'Not shipped', value: items.join(', ') },
    { label: 'Order', value: orderId },
    { label: 'Answer by', value: answerBy },
  ]
  return {
    subject: `Late: wait or cancel? Your order ${orderId}`,
    preview: lead,
    theme: themeOf(plate),
    why: `You’re getting this email because something was ordered at the ${brand} shop with this address.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{lead}</MailText>
        <MailFacts rows={facts} />
        <MailButton href={link}>Wait or cancel</MailButton>
        <MailNote>{silence}</MailNote>
      </>
    ),
    text: [lead, rowsText(facts), `Wait or cancel:\n${link}`, silence].join('\n\n'),
  }
}
