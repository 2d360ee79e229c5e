import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, itemTitle, themeOf, why } from './mailed-order.ts'

type Props = MailedOrder & {
  /** What the state rules say now, in sentences. */
  verdict: string
  link: string
}

/** A rule of a state changed and stands in the way of an open order. Nothing is canceled by itself. */
export function stateRuleMail(props: Props): MailContent {
  const { orderId, plate, verdict, link } = props
  const what = itemTitle(props)
  const heading = 'A state rule has changed'
  const calm =
    'Nothing is canceled and nothing is lost. We look at your order and write to you, and what you can take back you can take back on your private page.'
  return {
    subject: `A state rule has changed: ${what}`,
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
        <MailNote>Whoever has this link sees your order.</MailNote>
      </>
    ),
    text: [heading, verdict, calm, `Order ${orderId}: ${what}.`, `Your private link:\n${link}`].join('\n\n'),
  }
}
