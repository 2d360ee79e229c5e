import { z } from 'zod'
import type { UnitOfWork } from '#app/db/db.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { formatStamp } from '#app/kit/dates.ts'
import { actorName, type StaffRole, idleMs, sessionMs, roleWords } from './rules.ts'
import { findMember, mintInvitation } from './store/members.server.ts'
import { isAccountLocked } from './store/sign-in.server.ts'
import { isNotNull, lt, or } from 'drizzle-orm'
import { after, day } from '#app/kit/clock.ts'
import { staffChallenges, staffFailures, staffHeldForms, staffInvitations, staffSessions } from './tables.ts'
import { brand } from '#app/kit/brand.ts'
import { facts, type Letter } from '#app/mail/letter.ts'

/** Mails an invitation. Its link is made here, so that its secret is nowhere but in the mail. */
const mailInvitation = mailJob('mail-staff-invitation', {
  payload: z.object({ invitationId: z.string() }),
  key: ({ invitationId }) => `staff-invitation:${invitationId}`,
  async write({ db, publicUrl, now }, { invitationId }) {
    const invitation = await mintInvitation(db, invitationId, now())
    if (!invitation?.email) return undefined
    const { email, role, invitedBy, token } = invitation
    const link = `${publicUrl}/staff/invitation?key=${token}`
    // The address of who invited is not for a mail that may go astray.
    return { to: email, letter: invitationLetter(role, actorName(invitedBy), link) }
  },
})

const mailSecurityNotice = mailJob('mail-staff-security', {
  payload: z.object({
    memberId: z.string(),
    notice: z.enum(['recovery_sign_in', 'new_passkey', 'locked']),
    device: z.string(),
    at: z.iso.datetime(),
  }),
  key: ({ memberId, notice, at }) => `staff-security:${memberId}:${notice}:${at}`,
  async write(shop, { memberId, notice, device, at }) {
    const member = await findMember(shop.db, memberId)
    if (!member || member.disabledAt) return undefined
    // The try that locks is still judged, and may have been right.
    if (notice === 'locked' && !(await isAccountLocked(shop, member.email))) return undefined
    const when = formatStamp(new Date(at), shop.timeZone, shop.now())
    const link = `${shop.publicUrl}/staff/account`
    return { to: member.email, letter: securityLetter({ notice, device, at: when, link }) }
  },
})

export const staffJobs: readonly Job[] = [mailInvitation, mailSecurityNotice]

export async function forgetEnded({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  await tx
    .delete(staffSessions)
    .where(
      or(
        lt(staffSessions.createdAt, after(now, -sessionMs)),
        lt(staffSessions.lastSeenAt, after(now, -idleMs)),
      ),
    )
  await tx.delete(staffChallenges).where(lt(staffChallenges.expiresAt, now))
  await tx.delete(staffHeldForms).where(lt(staffHeldForms.expiresAt, now))
  await tx
    .delete(staffInvitations)
    .where(or(lt(staffInvitations.expiresAt, after(now, -30 * day)), isNotNull(staffInvitations.usedAt)))
  await tx.delete(staffFailures).where(lt(staffFailures.lastAt, after(now, -2 * day)))
}

function invitationLetter(role: StaffRole, invitedBy: string, link: string): Letter {
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

const endAll =
  'If this wasn’t you: open your account, remove the passkey, end every session, and tell the owner of the shop at once.'

const noticeWords = {
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

type Noticed = { notice: keyof typeof noticeWords; device: string; at: string; link: string }

function securityLetter({ notice, device, at, link }: Noticed): Letter {
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
