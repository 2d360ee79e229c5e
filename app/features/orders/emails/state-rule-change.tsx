import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, itemTitle, themeOf, why } from './mailed-order.ts'

type Props = MailedOrder & {
  verdict: string
  link: string
}

/** A changed state rule, or a correction, puts an open order into review. Nothing is canceled automatically. */
export function stateRuleMail(props: Props): MailContent {
  const { orderId, plate, verdict, link } = props
  const what = itemTitle(props)
  const heading = 'Your order is in review'
  const calm =
    'Nothing is canceled and nothing is lost. We’ll review your order and write to you. Whatever is refundable, you can still refund on your private order page.'
  return {
    subject: `${heading}: ${what}`,
    preview: verdict,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{verdict}</MailText>
        <MailText>{calm}</MailText>
        <MailFacts
          rows={[
            { label: 'Order', value: orderId },
            { label: 'For', value: what },
          ]}
        />
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>Anyone who has this link can see your order.</MailNote>
      </>
    ),
    text: [heading, verdict, calm, `Order ${orderId}: ${what}.`, `Your private link:\n${link}`].join('\n\n'),
  }
}
