import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { feeWords, nfaWords } from '../words.ts'

type Props = {
  is: 'accepted' | 'declined' | 'expired'
  dealer: string
  feeCents: number | null
  hours: string | null
  /** What was bought, on one line. */
  what: string
  /** The buyer's private page. */
  link: string
}

const headings = {
  accepted: 'Your dealer accepted',
  declined: 'Your dealer cannot take it',
  expired: 'Your dealer has not answered',
} as const

/** Tells the buyer what the chosen dealer said, and what there is to do. */
export function answeredMail({ is, dealer, feeCents, hours, what, link }: Props): MailContent {
  const said = {
    accepted: `${dealer} receives it for you. ${nfaWords} We do that before we file your form.`,
    declined: `${dealer} has declined. Choose another dealer on your private page: nothing else about your reservation changes.`,
    expired: `${dealer} has not answered our mails. Ask them yourself and have us ask again, or choose another dealer.`,
  }[is]
  const facts = [
    { label: 'For', value: what },
    ...(is === 'accepted' && feeCents !== null ? [{ label: 'Their fee', value: feeWords(feeCents) }] : []),
    ...(is === 'accepted' && hours ? [{ label: 'Their hours', value: hours }] : []),
  ]
  return {
    subject: `${headings[is]}: ${what}`,
    preview: said,
    why: 'You get this mail because a reservation at the PACo shop was made with this address.',
    body: (
      <>
        <MailHeading>{headings[is]}</MailHeading>
        <MailText>{said}</MailText>
        <MailFacts rows={facts} />
        <MailButton href={link}>{is === 'accepted' ? 'Open your order' : 'Choose another dealer'}</MailButton>
        <MailNote>Whoever has this link sees your order.</MailNote>
      </>
    ),
    text: [
      `${headings[is]}.`,
      said,
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      `Your private link:\n${link}`,
    ].join('\n\n'),
  }
}
