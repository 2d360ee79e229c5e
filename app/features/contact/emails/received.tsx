import { MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import type { MessageKind, Subject } from '../rules.ts'
import { subjectWords } from '../words.ts'

type Props = { id: string; kind: MessageKind; subject: Subject; postalLine: string | undefined }

const heading = 'We got your message'
const next = 'We reply by email within 24 hours on business days.'
const notYou = 'Wasn’t you? Someone entered your address in our contact form. You can ignore this email.'

/**
 * Tells the sender that a message has arrived. It repeats nothing of what was written, not even the name: the address may
 * be somebody else's, and this mail must be of no use to who wants to reach them through us.
 */
export function receivedMail({ id, kind, subject, postalLine }: Props): MailContent {
  const about = kind === 'quote' ? 'Request for a quote' : subjectWords[subject]
  return {
    subject: `We got your message (${id})`,
    preview: `Reference ${id}. We reply within 24 hours on business days.`,
    why: `You’re getting this email because someone entered this address in the contact form at the ${brand} shop.`,
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
