import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { confirmWords, feeWords, unconfirmedMailWords } from '../words.ts'

type Props = {
  state: 'accepted' | 'declined' | 'expired' | 'refused'
  /** The dealer's name on the federal list; `null` for one whom the buyer named. */
  dealer: string | null
  isConfirmed: boolean
  feeCents: number | null
  firearms: string
  kind: 'nfa' | 'plain'
  link: string
}

const headings = {
  accepted: 'Dealer accepted',
  declined: 'Your dealer declined',
  expired: 'Your dealer hasn’t answered',
  refused: 'We couldn’t find your dealer',
} as const

/**
 * Tells the buyer what the chosen dealer said, and what there is to do. Free words of a buyer or a dealer stay on the private
 * page: a mail carries our name, to an address that somebody typed.
 */
export function answeredMail({
  state,
  dealer,
  isConfirmed,
  feeCents,
  firearms,
  kind,
  link,
}: Props): MailContent {
  const name = dealer ?? 'Your dealer'
  const message = {
    accepted: `${name} will receive it for you. ${isConfirmed ? '' : `${unconfirmedMailWords} `}${confirmWords[kind]}${kind === 'nfa' ? ' We do this before we file your form.' : ''}`,
    declined: `${name} declined. Choose another dealer on your private page. Nothing else about your reservation changes.`,
    expired: `${name} hasn’t answered our emails. Contact them yourself and have us ask again, or choose another dealer.`,
    refused:
      'We couldn’t find a licensed dealer by the name you gave us. Choose another dealer on your private page.',
  }[state]
  const facts = [
    { label: 'For', value: firearms },
    ...(state === 'accepted' && feeCents !== null ? [{ label: 'Their fee', value: feeWords(feeCents) }] : []),
  ]
  return {
    subject: `${headings[state]}: ${firearms}`,
    preview: message,
    why: `You’re getting this email because a reservation at the ${brand} shop was made with this address.`,
    body: (
      <>
        <MailHeading>{headings[state]}</MailHeading>
        <MailText>{message}</MailText>
        <MailFacts rows={facts} />
        <MailButton href={link}>
          {state === 'accepted' ? 'Open your order' : 'Choose another dealer'}
        </MailButton>
        <MailNote>Anyone who has this link can see your order.</MailNote>
      </>
    ),
    text: [
      `${headings[state]}.`,
      message,
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      `Your private link:\n${link}`,
    ].join('\n\n'),
  }
}
