import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { rowsText } from '#app/mail/rows-text.ts'
import { decisionWords } from '../words/decision.ts'

type Props = {
  decision: 'approved' | 'declined'
  note: string
  variant: string | null
  priceCents: number | null
  leadWeeks: number | null
  validUntil: string | null
  submission: { id: string; buildCode: string }
  link: string
}

export function decisionMail({ decision, note, submission, link, ...terms }: Props): MailContent {
  const isApproved = decision === 'approved'
  const { title, text } = decisionWords[decision]
  const rows = [
    { label: 'Reference', value: submission.id },
    { label: 'Build', value: submission.buildCode },
    ...(terms.variant ? [{ label: 'What we build', value: terms.variant }] : []),
    ...(terms.priceCents ? [{ label: 'Final price', value: formatCentsExact(terms.priceCents) }] : []),
    ...(terms.leadWeeks ? [{ label: 'Lead time', value: decisionWords.lead(terms.leadWeeks) }] : []),
    ...(terms.validUntil ? [{ label: 'Valid until', value: formatCalendarDate(terms.validUntil) }] : []),
  ]
  const paragraphs = [text, ...(note ? [note] : [])]
  return {
    subject: `${title} (${submission.id})`,
    preview: text,
    body: (
      <>
        <MailHeading>{title}</MailHeading>
        {paragraphs.map((paragraph) => (
          <MailText key={paragraph}>{paragraph}</MailText>
        ))}
        <MailFacts rows={rows} />
        {isApproved && <MailButton href={link}>{decisionWords.button}</MailButton>}
        {isApproved && <MailNote>{decisionWords.private}</MailNote>}
      </>
    ),
    text: [
      title,
      ...paragraphs,
      rowsText(rows),
      ...(isApproved ? [`${decisionWords.button}:\n${link}`, decisionWords.private] : []),
    ].join('\n\n'),
  }
}
