import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { StaffRole } from '../rules.ts'
import { staffInvitations, staffMembers, staffPasskeys, staffRecoveryCodes } from '../tables.ts'
import { countOwners } from './members.server.ts'
import { endSessions, openSession } from './sessions.server.ts'

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
