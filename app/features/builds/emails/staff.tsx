import { MailButton, MailFacts, MailHeading } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import { priceWords } from '../words.ts'

type Props = {
  id: string
  buildCode: string
  lines: readonly { label: string; value: string }[]
  name: string
  email: string
  phone: string | null
  state: string
  verdict: 'allowed' | 'review'
  totalCents: number
  publicUrl: string
}

export function staffMail(submission: Props): MailContent {
  const link = `${submission.publicUrl}/builds/${submission.buildCode}`
  const rows = [
    { label: 'From', value: submission.name },
    { label: 'Email', value: submission.email },
    { label: 'Phone', value: submission.phone ?? 'not provided' },
    {
      label: 'State',
      value: submission.verdict === 'review' ? `${submission.state}, needs review first` : submission.state,
    },
    { label: 'Build', value: submission.buildCode },
    ...submission.lines,
    { label: 'Total', value: priceWords(submission.totalCents) },
    { label: 'Reference', value: submission.id },
  ]
  const title = `Build ${submission.buildCode}: ${submission.name}`
  return {
    subject: `[${submission.id}] ${title}`,
    preview: `${priceWords(submission.totalCents)}, ${submission.state}`,
    why: 'Your reply goes to the sender.',
    body: (
      <>
        <MailHeading>{title}</MailHeading>
        <MailFacts rows={rows} />
        <MailButton href={link}>Open build</MailButton>
      </>
    ),
    text: [title, rowsText(rows), link].join('\n\n'),
  }
}
