import { MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import type { RequestKind } from '../rules.ts'
import { kindWords } from '../words.ts'

type Props = { id: string; kind: RequestKind; dueOn: string }

const nextSteps =
  'A person will read it and reply to this address. If tax or firearms law requires us to keep a record, our answer will say which.'

export function receivedMail({ id, kind, dueOn }: Props): MailContent {
  const summary = `You asked us to ${kindWords[kind].sentence}. We’ll answer by ${dueOn}.`
  return {
    subject: `Your data request ${id}`,
    preview: `We’ve received it and will answer by ${dueOn}.`,
    why: `You’re getting this email because you confirmed a data request at the ${brand} shop.`,
    body: (
      <>
        <MailHeading>We have your request</MailHeading>
        <MailText>{summary}</MailText>
        <MailFacts
          rows={[
            { label: 'Reference', value: id },
            { label: 'Answer by', value: dueOn },
          ]}
        />
        <MailNote>{nextSteps}</MailNote>
      </>
    ),
    text: [summary, `Reference: ${id}`, nextSteps].join('\n\n'),
  }
}
