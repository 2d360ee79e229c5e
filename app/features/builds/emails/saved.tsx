import { MailButton, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'

type Props = { code: string; link: string }

const heading = 'Your build is saved'
const text = 'This link is permanent and opens your build on any device.'
const note =
  'Wasn’t you? Someone entered your address in our form. You can ignore this email: we don’t store your address.'

/** The link to a saved build, for the person who requested it. The only email about it. */
export function savedMail({ code, link }: Props): MailContent {
  return {
    subject: `Build ${code}`,
    preview: link,
    why: 'You’re getting this email because someone entered this address to receive the link to a build.',
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
        <MailButton href={link}>Open build {code}</MailButton>
        <MailNote>{note}</MailNote>
      </>
    ),
    text: [heading, text, link, note].join('\n\n'),
  }
}
