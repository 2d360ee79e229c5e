import { MailButton, MailFacts, MailHeading, MailLink, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { rowsText } from '#app/mail/rows-text.ts'
import { type CertificateFacts, formatCertificateCode, acceptedBy } from '../roster.ts'
import { why } from './class-details.ts'

type Props = {
  code: string
  facts: CertificateFacts
  link: string
  checkUrl: string
}

const text =
  'Your certificate of training is ready. The page of your seat has it as a PDF to print or to send.'

export function certificateMail({ code, facts, link, checkUrl }: Props): MailContent {
  const rows = [
    { label: 'Class', value: facts.course },
    { label: 'Held', value: formatCalendarDate(facts.heldOn) },
    { label: 'Instructor', value: facts.instructor },
    { label: 'Code', value: formatCertificateCode(code) },
  ]
  const check = 'Anybody with the code can check it here:'
  return {
    subject: `Your certificate: ${facts.course}`,
    preview: text,
    why,
    body: (
      <>
        <MailHeading>Your certificate of training</MailHeading>
        <MailText>{text}</MailText>
        <MailFacts rows={rows} />
        <MailButton href={link}>Your certificate</MailButton>
        <MailText>
          {check} <MailLink href={checkUrl}>{checkUrl}</MailLink>
        </MailText>
        <MailNote>{acceptedBy}</MailNote>
      </>
    ),
    text: [text, rowsText(rows), `Your private link:\n${link}`, `${check}\n${checkUrl}`, acceptedBy].join(
      '\n\n',
    ),
  }
}
