import { countOf } from '#app/kit/count.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import { priceWords } from '../words.ts'
import { submittedWords } from '../words/submission.ts'

type Props = {
  id: string
  buildCode: string
  totalCents: number
  verdict: 'allowed' | 'review'
  lines: readonly { label: string; value: string }[]
  itemCount: number
  publicUrl: string
}

export function submittedMail(props: Props): MailContent {
  const { id, buildCode, totalCents, verdict, lines, itemCount, publicUrl } = props
  const rows = [
    { label: 'Reference', value: id },
    { label: 'Build', value: buildCode },
    ...lines,
    { label: 'Total', value: priceWords(totalCents) },
  ]
  const review = verdict === 'review' ? [submittedWords.review] : []
  const slot = `${publicUrl}/build/submitted/${id}`
  const link = `${publicUrl}/builds/${buildCode}`
  const note =
    'Wasn’t you? Someone entered your address in our form. You can ignore this email: we don’t build anything without approval.'
  return {
    subject: `We’ve got your build (${id})`,
    preview: `${countOf(itemCount, 'part')}, ${priceWords(totalCents)}. Reserve a slot if you’d like.`,
    body: (
      <>
        <MailHeading>{submittedWords.title}</MailHeading>
        <MailText>{submittedWords.lead}</MailText>
        {review.map((text) => (
          <MailText key={text}>{text}</MailText>
        ))}
        <MailFacts rows={rows} />
        <MailButton href={slot}>Reserve a slot</MailButton>
        <MailNote>{note}</MailNote>
      </>
    ),
    text: [
      submittedWords.title,
      submittedWords.lead,
      ...review,
      rowsText(rows),
      `The build: ${link}`,
      `Reserve a slot: ${slot}`,
      note,
    ].join('\n\n'),
  }
}
