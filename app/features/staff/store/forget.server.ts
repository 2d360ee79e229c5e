import { isNotNull, lt, or } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { idleMs, sessionMs } from '../rules/sessions.ts'
import { staffChallenges, staffFailures, staffHeldForms, staffInvitations, staffSessions } from '../tables.ts'

/** Deletes what has ended: sessions, challenges, stored forms, links, and tries of more than two days ago. */
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
