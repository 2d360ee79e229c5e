import { MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import type { RequestKind } from '../rules.ts'
import { kindWords } from '../words.ts'

type Props = { id: string; kind: RequestKind; dueOn: string }

const nextSteps =
  'A person reads it and answers to this address. If we must keep a record, because tax or firearms law says so, the answer names it.'

/** Acknowledges a confirmed data request: its reference, and by when it is answered. */
export function receivedMail({ id, kind, dueOn }: Props): MailContent {
  const summary = `You asked us to ${kindWords[kind].sentence}. We answer by ${dueOn}.`
  return {
    subject: `Your data request ${id}`,
    preview: `We have it, and answer by ${dueOn}.`,
    why: 'You get this mail because you confirmed a data request at the PACo shop.',
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
