import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, itemTitle, themeOf, why } from '#app/features/orders/emails/mailed-order.ts'
import { rowsText } from '#app/mail/rows-text.ts'

type Props = MailedOrder & {
  heading: string
  paragraphs: readonly string[]
  rows?: readonly { label: string; value: string }[]
  button: { label: string; link: string }
}

export function noticeMail({ heading, paragraphs, rows = [], button, ...order }: Props): MailContent {
  const what = itemTitle(order)
  const facts = [...rows, { label: 'Order', value: order.orderId }, { label: 'For', value: what }]
  return {
    subject: `${heading}: ${what}`,
    preview: paragraphs[0] ?? '',
    theme: themeOf(order.plate),
    why,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        {paragraphs.map((paragraph) => (
          <MailText key={paragraph}>{paragraph}</MailText>
        ))}
        <MailFacts rows={facts} />
        <MailButton href={button.link}>{button.label}</MailButton>
        <MailNote>Anyone who has this link can see your order.</MailNote>
      </>
    ),
    text: [heading, ...paragraphs, rowsText(facts), `${button.label}:\n${button.link}`].join('\n\n'),
  }
}
