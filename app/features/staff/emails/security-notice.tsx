import { brand } from '#app/kit/brand.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'

type SecurityNotice = 'recovery_sign_in' | 'new_passkey' | 'locked'

const endAll =
  'If this wasn’t you: open your account, remove the passkey, end every session, and tell the owner of the shop at once.'

const words: Record<SecurityNotice, { subject: string; text: string; note: string }> = {
  recovery_sign_in: {
    subject: 'Somebody signed in with your recovery code',
    text: `One of your recovery codes opened the ${brand} console. The code is used up.`,
    note: endAll,
  },
  new_passkey: {
    subject: `A new passkey for the ${brand} console`,
    text: 'A passkey was added to your account. Whoever has it can sign in as you.',
    note: endAll,
  },
  locked: {
    subject: 'Your sign-in by password is locked',
    text: 'Somebody tried wrong passwords or codes for your account, so that way to sign in is closed for a while: 15 minutes at first, longer each time, a day at most. Passkeys go on working.',
    note: 'If this wasn’t you: nobody signed in. Use a passkey, and tell the owner of the shop if it goes on.',
  },
}

type Props = { notice: SecurityNotice; device: string; at: string; link: string }

export function securityNoticeMail({ notice, device, at, link }: Props): MailContent {
  const { subject, text, note } = words[notice]
  const rows = [{ label: 'When', value: at }, ...(device ? [{ label: 'On', value: device }] : [])]
  return {
    subject,
    preview: text,
    why: `You’re getting this email because you are a member of the ${brand} staff.`,
    body: (
      <>
        <MailHeading>{subject}</MailHeading>
        <MailText>{text}</MailText>
        <MailFacts rows={rows} />
        <MailButton href={link}>Open your account</MailButton>
        <MailNote>{note}</MailNote>
      </>
    ),
    text: [subject, text, rowsText(rows), `Open your account:\n${link}`, note].join('\n\n'),
  }
}
