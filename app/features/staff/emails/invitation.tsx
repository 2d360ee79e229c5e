import { brand } from '#app/kit/brand.ts'
import { MailButton, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import type { StaffRole } from '../rules.ts'
import { roleWords } from '../words.ts'

export function invitationMail(props: { role: StaffRole; invitedBy: string; link: string }): MailContent {
  const { role, invitedBy, link } = props
  const heading = `Join the ${brand} console`
  const text = `${invitedBy} invites you as ${roleWords[role].title.toLowerCase()}: ${roleWords[role].does}`
  const note =
    'The link works once and ends after 7 days. If you don’t know who this is, delete this email: without the link nobody can use it.'
  return {
    subject: `Your invitation to the ${brand} console`,
    preview: text,
    why: `You’re getting this email because a member of the ${brand} staff invited this address.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
        <MailButton href={link}>Accept the invitation</MailButton>
        <MailNote>{note}</MailNote>
      </>
    ),
    text: [`${heading}.`, text, `Accept the invitation:\n${link}`, note].join('\n\n'),
  }
}
