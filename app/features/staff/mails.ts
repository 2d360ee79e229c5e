import { brand } from '#app/kit/brand.ts'
import { facts, type Letter } from '#app/mail/letter.ts'
import type { StaffRole } from './rules.ts'
import { roleWords } from './words.ts'

export function invitationLetter(role: StaffRole, invitedBy: string, link: string): Letter {
  const { title, does } = roleWords[role]
  const text = `${invitedBy} invites you as ${title.toLowerCase()}: ${does}`
  return {
    subject: `Your invitation to the ${brand} console`,
    preview: text,
    why: `You’re getting this email because a member of the ${brand} staff invited this address.`,
    blocks: [
      { heading: `Join the ${brand} console` },
      { text },
      { button: 'Accept the invitation', href: link },
      {
        note: 'The link works once and ends after 7 days. If you don’t know who this is, delete this email: without the link nobody can use it.',
      },
    ],
  }
}

type SecurityNotice = 'recovery_sign_in' | 'new_passkey' | 'locked'

const endAll =
  'If this wasn’t you: open your account, remove the passkey, end every session, and tell the owner of the shop at once.'

const noticeWords: Record<SecurityNotice, { subject: string; text: string; note: string }> = {
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

type Noticed = { notice: SecurityNotice; device: string; at: string; link: string }

export function securityLetter({ notice, device, at, link }: Noticed): Letter {
  const { subject, text, note } = noticeWords[notice]
  return {
    subject,
    preview: text,
    why: `You’re getting this email because you are a member of the ${brand} staff.`,
    blocks: [
      { heading: subject },
      { text },
      { facts: facts({ When: at, On: device }) },
      { button: 'Open your account', href: link },
      { note },
    ],
  }
}
