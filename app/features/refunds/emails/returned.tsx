import { MailFacts, MailHeading, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, themeOf, why } from '#app/features/orders/emails/mailed-order.ts'

type Props = MailedOrder & {
  /** What was given back, item by item. */
  of: string
}

const meaning =
  'It is no longer yours. Nothing was left to pay back for it: it was free, or its money went back to you before.'

/** Items were given back for which no money had to move. */
export function returnedMail({ orderId, plate, of }: Props): MailContent {
  return {
    subject: `Given back: ${of}`,
    preview: meaning,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>Given back</MailHeading>
        <MailText>{meaning}</MailText>
        <MailFacts
          rows={[
            { label: 'Order', value: orderId },
            { label: 'Items', value: of },
          ]}
        />
      </>
    ),
    text: [`Given back: ${of}. Order ${orderId}.`, meaning].join('\n\n'),
  }
}
