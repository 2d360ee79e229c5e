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
export function buildToDeskMail(sent: Props): MailContent {
  const link = `${sent.publicUrl}/builds/${sent.buildCode}`
  const rows = [
    { label: 'From', value: sent.name },
    { label: 'Address', value: sent.email },
    { label: 'Phone', value: sent.phone ?? 'not given' },
    { label: 'State', value: sent.verdict === 'review' ? `${sent.state}, to be checked first` : sent.state },
    { label: 'Build', value: sent.buildCode },
    { label: 'Trust pack', value: sent.hasTrustPack ? 'yes' : 'no' },
    { label: 'Total', value: priceWords(sent.totalCents) },
    { label: 'Reference', value: sent.id },
  ]
  const title = `Build ${sent.buildCode}: ${sent.name}`
  return {
    subject: `[${sent.id}] ${title}`,
    preview: `${priceWords(sent.totalCents)}, ${sent.state}`,
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
