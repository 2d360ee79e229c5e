import { z } from 'zod'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce, writeAndSendOnce } from '#app/mail/send-once.server.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { invitationMail } from './emails/invitation.tsx'
import { securityNoticeMail } from './emails/security-notice.tsx'
import { actorName } from './rules.ts'
import { findMember } from './store/members.server.ts'
import { mintInvitation } from './store/invitations.server.ts'
import { isAccountLocked } from './store/tries.server.ts'
import { isNotNull, lt, or } from 'drizzle-orm'
import { after, day } from '#app/kit/clock.ts'
import { idleMs, sessionMs } from './rules/sessions.ts'
import { staffChallenges, staffFailures, staffHeldForms, staffInvitations, staffSessions } from './tables.ts'

/** Mails an invitation. Its link is made here, so that its secret is nowhere but in the mail. */
const mailInvitation = defineMailJob({
  name: 'mail-staff-invitation',
  payload: z.object({ invitationId: z.string() }),
  async run({ db, mailer, publicUrl, now }, { invitationId }) {
    const write = async () => {
      const invitation = await mintInvitation(db, invitationId, now())
      if (!invitation?.email) return undefined
      const { email, role, invitedBy, token } = invitation
      const link = `${publicUrl}/staff/invitation?key=${token}`
      // The address of who invited is not for a mail that may go astray.
      const content = invitationMail({ role, invitedBy: actorName(invitedBy), link })
      return { to: email, subject: content.subject, ...renderMail(content) }
    }
    await writeAndSendOnce(db, mailer, `staff-invitation:${invitationId}`, write, now())
  },
})

const mailSecurityNotice = defineMailJob({
  name: 'mail-staff-security',
  payload: z.object({
    memberId: z.string(),
    notice: z.enum(['recovery_sign_in', 'new_passkey', 'locked']),
    device: z.string(),
    at: z.iso.datetime(),
  }),
  async run(shop, { memberId, notice, device, at }) {
    const member = await findMember(shop.db, memberId)
    if (!member || member.disabledAt) return
    // The try that locks is still judged, and may have been right.
    if (notice === 'locked' && !(await isAccountLocked(shop, member.email))) return
    const link = `${shop.publicUrl}/staff/account`
    const when = formatStamp(new Date(at), shop.timeZone, shop.now())
    const content = securityNoticeMail({ notice, device, at: when, link })
    const mail = {
      key: `staff-security:${memberId}:${notice}:${at}`,
      to: member.email,
      subject: content.subject,
    }
    await sendOnce(shop.db, shop.mailer, { ...mail, ...renderMail(content) }, shop.now())
  },
})

export const staffJobs = [mailInvitation, mailSecurityNotice] as readonly Job[]

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
