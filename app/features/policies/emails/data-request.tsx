import { MailFacts, MailHeading, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import type { RequestKind } from '../rules.ts'
import { kindWords } from '../words.ts'

type Props = {
  id: string
  kind: RequestKind
  email: string
  orderCode: string | null
  details: string
  dueOn: string
}

/** Hands a confirmed data request to the desk, with its due date. Answering the mail answers the person. */
export function dataRequestMail({ id, kind, email, orderCode, details, dueOn }: Props): MailContent {
  const facts = [
    { label: 'Asks', value: kindWords[kind].label },
    { label: 'Address', value: email },
    { label: 'Order', value: orderCode ?? 'None named' },
    { label: 'Due', value: dueOn },
  ]
  const words = details || 'No details given.'
  return {
    subject: `Data request ${id}, due ${dueOn}`,
    preview: `${kindWords[kind].label}, due ${dueOn}.`,
    why: 'You’re getting this email because this is the shop’s support address. The owner of the email address has confirmed the request.',
    body: (
      <>
        <MailHeading>Data request {id}</MailHeading>
        <MailFacts rows={facts} />
        <MailText>{words}</MailText>
      </>
    ),
    text: [...facts.map(({ label, value }) => `${label}: ${value}`), '', words].join('\n'),
  }
}
