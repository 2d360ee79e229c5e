import { MailButton, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'

type Props = { code: string; link: string }

const heading = 'Your build is saved'
const text = 'This link is permanent. It opens the build as it is, on any device.'
const note =
  'Was this not you? Then somebody typed your address into our form. Do nothing: we keep no note of it.'

/** Brings the link of a saved build to whoever asked for it. Nothing else is ever sent for it. */
export function savedMail({ code, link }: Props): MailContent {
  return {
    subject: `Build ${code}`,
    preview: link,
    why: 'You get this mail because this address was typed in to have the link of a build mailed.',
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
