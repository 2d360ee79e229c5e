import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { stoppedWords } from '#app/features/orders/words/refunds.ts'
import { type MailedOrder, themeOf, why } from '#app/features/orders/emails/mailed-order.ts'

type Props = MailedOrder & {
  amountCents: number
  state: 'by_check' | 'refused'
  /** The refunded items; empty if there is only one. */
  of: string
  link: string
}

export function refundStoppedMail({ orderId, plate, amountCents, state, of, link }: Props): MailContent {
  const amount = formatCents(amountCents)
  const heading = state === 'by_check' ? `${amount} comes by check` : `Your refund of ${amount} takes longer`
  const meaning = `Your refund of ${amount}: ${stoppedWords[state]}`
  return {
    subject: `${heading}: order ${orderId}`,
    preview: meaning,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{meaning}</MailText>
        <MailFacts
          rows={[
            { label: 'Order', value: orderId },
            { label: 'Refund', value: amount },
            ...(of ? [{ label: 'For', value: of }] : []),
          ]}
        />
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>Anyone who has this link can see your order.</MailNote>
      </>
    ),
    text: [
      `${heading}. Order ${orderId}.`,
      ...(of ? [`For: ${of}`] : []),
      meaning,
      `Your private link:\n${link}`,
    ].join('\n\n'),
  }
}
