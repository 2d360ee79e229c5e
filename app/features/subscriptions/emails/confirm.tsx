import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { mailTheme } from '#app/mail/palette.ts'

type Props = {
  title: string
  theme: string
  link: string
  consent: string
}

const heading = 'Confirm your address'
const notYou =
  'Wasn’t you? You can ignore this email. Nobody can add you to a list without this button, and we’ll delete the address in 14 days.'

/** Asks the owner of an address whether it was them. Nothing else is mailed before they say so. */
export function confirmMail({ title, theme, link, consent }: Props): MailContent {
  const question = `Someone, hopefully you, signed up to hear about: ${title}.`
  return {
    subject: `Confirm your address: ${title}`,
    preview: 'One click and you’re on the list. The link works for 7 days.',
    theme: mailTheme(theme),
    why: `You’re getting this email because someone entered this address in a form at the ${brand} shop. It’s the only one unless you confirm.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{question}</MailText>
        <MailButton href={link}>Confirm</MailButton>
        <MailFacts
          rows={[
            { label: 'List', value: title },
            { label: 'What you get', value: consent },
            { label: 'Link works for', value: '7 days' },
          ]}
        />
        <MailNote>{notYou}</MailNote>
      </>
    ),
    text: [question, `Confirm within 7 days:\n${link}`, `What you get: ${consent}`, notYou].join('\n\n'),
  }
}
