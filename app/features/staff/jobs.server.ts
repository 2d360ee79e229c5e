import { z } from 'zod'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { invitationLetter, securityLetter } from './mails.ts'
import { actorName } from './rules.ts'
import { findMember } from './store/members.server.ts'
import { mintInvitation } from './store/invitations.server.ts'
import { isAccountLocked } from './store/tries.server.ts'
import { isNotNull, lt, or } from 'drizzle-orm'
import { after, day } from '#app/kit/clock.ts'
import { idleMs, sessionMs } from './rules/sessions.ts'
import { staffChallenges, staffFailures, staffHeldForms, staffInvitations, staffSessions } from './tables.ts'

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
