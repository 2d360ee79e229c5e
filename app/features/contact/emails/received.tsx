import { MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import type { MessageKind, Subject } from '../rules.ts'
import { subjectWords } from '../words.ts'

type Props = { id: string; kind: MessageKind; subject: Subject; postalLine: string | undefined }

const heading = 'We have your message'
const next = 'We reply within 24 hours on business days, by an answer to the address you wrote from.'
const notYou =
  'Was this not you? Then somebody typed your address into our contact form. Do nothing: we only answer.'

/**
 * Tells the sender that a message has arrived. It repeats nothing of what was written, not even the name: the address may
 * be somebody else's, and this mail must be of no use to who wants to reach them through us.
 */
export function receivedMail({ id, kind, subject, postalLine }: Props): MailContent {
  const about = kind === 'quote' ? 'Request for a quote' : subjectWords[subject]
  return {
    subject: `We have your message (${id})`,
    preview: `Reference ${id}. We reply within 24 hours on business days.`,
    why: 'You get this mail because this address was typed into the contact form of the PACo shop.',
    ...(postalLine && { postalLine }),
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{next}</MailText>
        <MailFacts
          rows={[
            { label: 'Reference', value: id },
            { label: 'About', value: about },
          ]}
        />
        <MailNote>{notYou}</MailNote>
      </>
    ),
    text: [heading, next, `Reference: ${id}\nAbout: ${about}`, notYou].join('\n\n'),
  }
}
