import { and, asc, count, eq, isNull, sql, desc, gt } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { actorOf, type StaffMember, type StaffRole } from '../rules.ts'
import {
  staffInvitations,
  staffMembers,
  staffPasskeys,
  staffSessions,
  staffRecoveryCodes,
} from '../tables.ts'
import { endSessions, hasWayIn, openSession } from './sessions.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'

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

async function countOwners(db: Db): Promise<number> {
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

const lifeMs = { owner: day, invitation: 7 * day } as const

type Invitation = typeof staffInvitations.$inferSelect

/** Makes the link of the first owner, which ends all earlier ones. Refused once an owner can sign in. */
export async function makeOwnerLink({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, invitedBy: string) {
  if ((await countOwners(tx)) > 0) return refuse('owner_exists')
  await tx
    .delete(staffInvitations)
    .where(and(isNull(staffInvitations.email), isNull(staffInvitations.usedAt)))
  const token = secretToken()
  await tx.insert(staffInvitations).values({
    tokenHash: hashSecret(token),
    email: null,
    role: 'owner',
    invitedBy,
    createdAt: now,
    expiresAt: after(now, lifeMs.owner),
  })
  return { ok: true as const, token }
}

/** An earlier open one ends. Of two who invite one address at the same moment the second is refused: the first's link is on its way. */
export async function inviteMember(
  { tx, now, enqueue }: UnitOfWork,
  { email, role, invitedBy }: { email: string; role: StaffRole; invitedBy: string },
) {
  await tx
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.email, email), isNull(staffInvitations.usedAt)))
  // Read only now: the delete waited for an invitation that was being accepted, and its member is there after it.
  const [member] = await tx.select().from(staffMembers).where(eq(staffMembers.email, email))
  if (member && !member.disabledAt) return refuse('already_member')
  const [invitation] = await tx
    .insert(staffInvitations)
    .values({
      // Nobody gets this secret: the job that mails the link makes its own.
      tokenHash: hashSecret(secretToken()),
      email,
      role,
      invitedBy,
      createdAt: now,
      expiresAt: after(now, lifeMs.invitation),
    })
    .onConflictDoNothing({ target: staffInvitations.email, where: isNull(staffInvitations.usedAt) })
    .returning({ id: staffInvitations.id })
  if (!invitation) return refuse('just_invited')
  await enqueue('mail-staff-invitation', { invitationId: invitation.id })
  return { ok: true as const, id: invitation.id }
}

/** Gives an open invitation a new secret for its mail. `undefined` when it was used, withdrawn or has ended. */
export async function mintInvitation(db: Db, id: string, now: Date) {
  const token = secretToken()
  const [invitation] = await db
    .update(staffInvitations)
    .set({ tokenHash: hashSecret(token) })
    .where(
      and(eq(staffInvitations.id, id), isNull(staffInvitations.usedAt), gt(staffInvitations.expiresAt, now)),
    )
    .returning()
  return invitation && { ...invitation, token }
}

export async function withdrawInvitation({ tx }: Pick<UnitOfWork, 'tx'>, id: string) {
  const [was] = await tx
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.id, id), isNull(staffInvitations.usedAt)))
    .returning({ email: staffInvitations.email, role: staffInvitations.role })
  return was ? { ok: true as const, was } : refuse('invitation_not_found')
}

export function listInvitations(db: Db) {
  const { id, email, role, invitedBy, createdAt, expiresAt } = staffInvitations
  return db
    .select({ id, email, role, invitedBy, createdAt, expiresAt })
    .from(staffInvitations)
    .where(isNull(staffInvitations.usedAt))
    .orderBy(desc(createdAt))
}

/** The invitation that a secret opens; `undefined` when it was used, withdrawn, or has ended. */
export async function findInvitation(db: Db, token: string, now: Date): Promise<Invitation | undefined> {
  const [found] = await db.select().from(staffInvitations).where(isOpen(token, now))
  return found
}

export async function acceptInvitation(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  token: string,
  { name, email: typed, device }: { name: string; email: string; device: string },
) {
  const { tx, now } = work
  const [invitation] = await tx
    .update(staffInvitations)
    .set({ usedAt: now })
    .where(isOpen(token, now))
    .returning()
  if (!invitation) return refuse('invitation_not_found')
  if (invitation.email === null && (await countOwners(tx)) > 0) return refuse('owner_exists')
  const email = invitation.email ?? typed
  const [earlier] = await tx.select().from(staffMembers).where(eq(staffMembers.email, email)).for('update')
  const isOwnersSecondTry = invitation.email === null
  if (earlier && !earlier.disabledAt && !isOwnersSecondTry) return refuse('already_member')
  const begun = { name, role: invitation.role, disabledAt: null, createdAt: now }
  const anew = { passwordHash: null, totpSecret: null, totpConfirmedAt: null, totpLastStep: null }
  const [member] = await tx
    .insert(staffMembers)
    .values({ ...begun, email })
    .onConflictDoUpdate({ target: staffMembers.email, set: { ...begun, ...anew } })
    .returning()
  if (!member) throw new Error('The member was not stored')
  if (earlier) {
    await tx.delete(staffPasskeys).where(eq(staffPasskeys.memberId, member.id))
    await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.memberId, member.id))
    await endSessions(tx, member.id)
  }
  const session = await openSession(work, { memberId: member.id, method: 'link', device })
  const { id, role } = member
  return { ok: true as const, session, member: { id, name, email, role } }
}

function isOpen(token: string, now: Date) {
  return and(
    eq(staffInvitations.tokenHash, hashSecret(token)),
    isNull(staffInvitations.usedAt),
    gt(staffInvitations.expiresAt, now),
  )
}
