import { MailFacts, MailHeading, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import { overWords } from '../words.ts'

type Props = {
  orderId: string
  firearms: string
}

/** Tells a dealer who accepted a transfer that it does not come to them. It names no buyer: the dealer knows them by our order. */
export function overMail({ orderId, firearms }: Props): MailContent {
  const { heading, text, arrived } = overWords
  const facts = [
    { label: 'Firearm', value: firearms },
    { label: 'Our order', value: orderId },
  ].filter(({ value }) => value)
  return {
    subject: `${heading}: our order ${orderId}`,
    preview: text,
    why: `You’re getting this email because you agreed to receive a transfer for a customer of the ${brand} shop.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
        <MailFacts rows={facts} />
        <MailText>{arrived}</MailText>
      </>
    ),
    text: [heading, text, rowsText(facts), arrived].join('\n\n'),
  }
}
