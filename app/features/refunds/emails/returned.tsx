import { MailFacts, MailHeading, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, themeOf, why } from '#app/features/orders/emails/mailed-order.ts'

type Props = MailedOrder & {
  of: string
}

const meaning =
  'It’s no longer part of your order. There was nothing left to refund: it was free or already refunded.'

export function returnedMail({ orderId, plate, of }: Props): MailContent {
  return {
    subject: `Returned: ${of}`,
    preview: meaning,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>Returned</MailHeading>
        <MailText>{meaning}</MailText>
        <MailFacts
          rows={[
            { label: 'Order', value: orderId },
            { label: 'Items', value: of },
          ]}
        />
      </>
    ),
    text: [`Returned: ${of}. Order ${orderId}.`, meaning].join('\n\n'),
  }
}
