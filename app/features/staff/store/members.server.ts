import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { actorOf, type StaffMember, type StaffRole } from '../rules.ts'
import { staffInvitations, staffMembers, staffPasskeys, staffSessions } from '../tables.ts'
import { endSessions, hasWayIn } from './sessions.server.ts'

type Tx = Pick<UnitOfWork, 'tx' | 'now'>

export function listMembers(db: Db) {
  return db
    .select({
      id: staffMembers.id,
      name: staffMembers.name,
      email: staffMembers.email,
      role: staffMembers.role,
      createdAt: staffMembers.createdAt,
      disabledAt: staffMembers.disabledAt,
      hasPassword: sql<boolean>`${staffMembers.totpConfirmedAt} is not null`,
      passkeys: db.$count(staffPasskeys, eq(staffPasskeys.memberId, staffMembers.id)),
      lastSeenAt:
        sql<Date | null>`(select max(${staffSessions.lastSeenAt}) from ${staffSessions} where ${eq(staffSessions.memberId, staffMembers.id)})`.mapWith(
          staffSessions.lastSeenAt,
        ),
      sessions: db.$count(staffSessions, eq(staffSessions.memberId, staffMembers.id)),
    })
    .from(staffMembers)
    .orderBy(sql`${staffMembers.disabledAt} is not null`, asc(staffMembers.name))
}

export async function findMember(db: Db, id: string) {
  const [member] = await db.select().from(staffMembers).where(eq(staffMembers.id, id))
  return member
}

export async function countOwners(db: Db): Promise<number> {
  const [row] = await db
    .select({ owners: count() })
    .from(staffMembers)
    .where(and(eq(staffMembers.role, 'owner'), isNull(staffMembers.disabledAt), hasWayIn(db)))
  return row?.owners ?? 0
}

/** Nobody changes their own role, and the last owner stays one. Their sessions end, because open pages still show the old one, and so do their invitations. */
export async function changeRole(work: Tx, byId: string, id: string, to: StaffRole) {
  const found = await lockForChange(work.tx, byId, id)
  if (!found.ok) return found
  const { member, isLastOwner } = found
  if (byId === id) return refuse('own_role')
  if (isLastOwner && to !== 'owner' && !member.disabledAt) return refuse('last_owner')
  if (member.role === to) return { ok: true as const, was: to }
  await work.tx.update(staffMembers).set({ role: to }).where(eq(staffMembers.id, id))
  await endEntries(work.tx, member)
  return { ok: true as const, was: member.role }
}

/** Ends a member's access: their sessions and invitations end at once, and they can no longer sign in. */
export async function disableMember(work: Tx, byId: string, id: string) {
  const found = await lockForChange(work.tx, byId, id)
  if (!found.ok) return found
  const { member, isLastOwner } = found
  if (isLastOwner) return refuse('last_owner')
  if (byId === id) return refuse('own_access')
  await work.tx
    .update(staffMembers)
    .set({ disabledAt: member.disabledAt ?? work.now })
    .where(eq(staffMembers.id, id))
  await endEntries(work.tx, member)
  return { ok: true as const, was: member.role }
}

async function endEntries(tx: Db, member: StaffMember) {
  await endSessions(tx, member.id)
  await tx
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.invitedBy, actorOf(member)), isNull(staffInvitations.usedAt)))
}

/** For an owner. Locks all owners too, in one order, so that two owners cannot remove each other at the same moment. */
async function lockForChange(tx: Db, byId: string, id: string) {
  const rows = await tx
    .select()
    .from(staffMembers)
    .where(sql`${staffMembers.role} = 'owner' or ${staffMembers.id} in (${byId}, ${id})`)
    .orderBy(staffMembers.id)
    .for('update')
  const by = rows.find((row) => row.id === byId && !row.disabledAt)
  const member = rows.find((row) => row.id === id)
  if (!by || !member) return refuse('member_not_found')
  if (by.role !== 'owner') return refuse('not_owner')
  return { ok: true as const, member, isLastOwner: member.role === 'owner' && (await countOwners(tx)) <= 1 }
}
