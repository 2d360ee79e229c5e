import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type Stage, stages } from '../rules.ts'
import { stageWords } from '../words.ts'
import { type MailedOrder, itemTitle, themeOf, why } from './mailed-order.ts'

type Props = MailedOrder & { stage: Stage; link: string }

/** The reservation moved to another stage. */
export function stageMail(props: Props): MailContent {
  const { orderId, plate, stage, link } = props
  const { label, text } = stageWords[stage]
  const what = itemTitle(props)
  const step = `Stage ${stages.indexOf(stage) + 1} of ${stages.length}`
  return {
    subject: `${label}: ${what}`,
    preview: text,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>{label}</MailHeading>
        <MailText>{text}</MailText>
        <MailFacts
          rows={[
            { label: 'Reservation', value: what },
            { label: 'Progress', value: step },
            { label: 'Order', value: orderId },
          ]}
        />
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>Anyone who has this link can see your order.</MailNote>
      </>
    ),
    text: [`${label}. ${what}.`, text, `${step}. Order ${orderId}.`, `Your private link:\n${link}`].join(
      '\n\n',
    ),
  }
}
