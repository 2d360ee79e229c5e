import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import type { RequestKind } from '../rules.ts'
import { kindWords } from '../words.ts'

type Props = { id: string; kind: RequestKind; link: string }

const heading = 'Confirm your request'
const notYou =
  'Was this not you? Then do nothing. Without this button we do nothing either, and the request is deleted in 14 days.'

/** Asks the owner of an address whether a data request is theirs. Says nothing about whether we know the address. */
export function confirmMail({ id, kind, link }: Props): MailContent {
  const question = `Somebody, we hope you, asked us to ${kindWords[kind].sentence}.`
  return {
    subject: `Confirm your data request ${id}`,
    preview: 'One press, and we begin. The link works for 7 days.',
    why: 'You get this mail because this address was typed into the data request form of the PACo shop.',
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{question}</MailText>
        <MailButton href={link}>Confirm the request</MailButton>
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
