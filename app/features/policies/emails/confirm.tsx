import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import type { RequestKind } from '../rules.ts'
import { kindWords } from '../words.ts'

type Props = { id: string; kind: RequestKind; link: string }

const heading = 'Confirm your request'
const notYou =
  'Wasn’t you? You can ignore this email. We won’t act unless you confirm, and we’ll delete the request in 14 days.'

/** Asks the owner of an address whether a data request is theirs. Says nothing about whether we know the address. */
export function confirmMail({ id, kind, link }: Props): MailContent {
  const question = `Someone, hopefully you, asked us to ${kindWords[kind].sentence}.`
  return {
    subject: `Confirm your data request ${id}`,
    preview: 'One click and we’ll get started. The link works for 7 days.',
    why: `You’re getting this email because someone entered this address in the data request form at the ${brand} shop.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{question}</MailText>
        <MailButton href={link}>Confirm request</MailButton>
        <MailFacts
          rows={[
            { label: 'Reference', value: id },
            { label: 'Link works for', value: '7 days' },
          ]}
        />
        <MailNote>{notYou}</MailNote>
      </>
    ),
    text: [question, `Confirm within 7 days:\n${link}`, `Reference: ${id}`, notYou].join('\n\n'),
  }
}
