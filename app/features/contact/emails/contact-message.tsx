import { MailFacts, MailHeading, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import type { MessageKind, Subject } from '../rules.ts'
import { subjectWords } from '../words.ts'

type Props = {
  id: string
  kind: MessageKind
  subject: Subject
  firstName: string
  lastName: string
  email: string
  item: string | null
  message: string
  received: string
}

export function contactMessageMail({
  id,
  kind,
  subject,
  firstName,
  lastName,
  email,
  item,
  message,
  received,
}: Props): MailContent {
  const name = `${firstName} ${lastName}`.trim()
  const about = kind === 'quote' ? `Quote: ${item}` : subjectWords[subject]
  const facts = [
    { label: 'From', value: name },
    { label: 'Address', value: email },
    { label: 'About', value: about },
    { label: 'Received', value: received },
    { label: 'Reference', value: id },
  ]
  return {
    subject: `[${id}] ${about}: ${name}`,
    preview: message.slice(0, 120),
    why: 'Replies go to the sender’s address.',
    body: (
      <>
        <MailHeading>{about}</MailHeading>
        <MailFacts rows={facts} />
        {message.split(/\n+/).map((paragraph, index) => (
          <MailText key={index}>{paragraph}</MailText>
        ))}
      </>
    ),
    text: [rowsText(facts), message].join('\n\n'),
  }
}
