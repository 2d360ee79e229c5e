import { MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import type { Subject } from '../rules.ts'
import { subjectWords } from '../words.ts'

type Props = {
  message: { id: string; item: string | null; subject: Subject; message: string }
  text: string
  postalLine: string | undefined
}

export function replyMail({ message, text, postalLine }: Props): MailContent {
  const about = message.item ?? subjectWords[message.subject]
  const paragraphs = text.split(/\n\s*\n/)
  const quoted = `You wrote: ${message.message}`
  return {
    subject: `Re: ${about} (${message.id})`,
    preview: paragraphs[0] ?? '',
    why: `You’re getting this email because you wrote to the ${brand} shop.`,
    ...(postalLine && { postalLine }),
    body: (
      <>
        <MailHeading>{about}</MailHeading>
        {paragraphs.map((paragraph, at) => (
          <MailText key={at}>{paragraph}</MailText>
        ))}
        <MailNote>{quoted}</MailNote>
      </>
    ),
    text: [about, text, quoted].join('\n\n'),
  }
}
