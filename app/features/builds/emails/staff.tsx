import { MailButton, MailFacts, MailHeading } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { priceWords } from '../words.ts'

type Props = {
  id: string
  buildCode: string
  name: string
  email: string
  phone: string | null
  state: string
  verdict: 'allowed' | 'review'
  hasTrustPack: boolean
  totalCents: number
  publicUrl: string
}

/** Hands a submitted build to the desk. An answer to this mail goes to who submitted it. */
export function staffMail(submission: Props): MailContent {
  const link = `${submission.publicUrl}/builds/${submission.buildCode}`
  const rows = [
    { label: 'From', value: submission.name },
    { label: 'Address', value: submission.email },
    { label: 'Phone', value: submission.phone ?? 'not given' },
    {
      label: 'State',
      value: submission.verdict === 'review' ? `${submission.state}, to be checked first` : submission.state,
    },
    { label: 'Build', value: submission.buildCode },
    { label: 'Trust pack', value: submission.hasTrustPack ? 'yes' : 'no' },
    { label: 'Total', value: priceWords(submission.totalCents) },
    { label: 'Reference', value: submission.id },
  ]
  const title = `Build ${submission.buildCode}: ${submission.name}`
  return {
    subject: `[${submission.id}] ${title}`,
    preview: `${priceWords(submission.totalCents)}, ${submission.state}`,
    why: 'Your answer goes to the sender’s address.',
    body: (
      <>
        <MailHeading>{title}</MailHeading>
        <MailFacts rows={rows} />
        <MailButton href={link}>Open the build</MailButton>
      </>
    ),
    text: [title, rows.map(({ label, value }) => `${label}: ${value}`).join('\n'), link].join('\n\n'),
  }
}
