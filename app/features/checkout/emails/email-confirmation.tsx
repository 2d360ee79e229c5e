import { MailButton, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { confirmEmailWords as words } from '../words.ts'

export function emailConfirmationMail({ link }: { link: string }): MailContent {
  return {
    subject: 'Confirm your email to go on with your order',
    preview: words.mailText,
    theme: 'noir',
    why: `You’re getting this email because someone ordering at the ${brand} shop typed this address.`,
    body: (
      <>
        <MailHeading>{words.title}</MailHeading>
        <MailText>{words.mailText}</MailText>
        <MailButton href={link}>{words.button}</MailButton>
        <MailNote>{words.notYou}</MailNote>
      </>
    ),
    text: [words.mailText, `${words.button}:\n${link}`, words.notYou].join('\n\n'),
  }
}
