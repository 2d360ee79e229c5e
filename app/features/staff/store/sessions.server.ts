import { and, desc, eq, exists, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { minute } from '#app/kit/clock.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { type SignInMethod, type StaffMember, isOpen } from '../rules.ts'
import { staffMembers, staffPasskeys, staffSessions } from '../tables.ts'

export type StaffSession = {
  id: string
  member: StaffMember
  /** Whether the member can sign in again: by a passkey, or by password and authenticator. */
  isSetUp: boolean
  signedInAt: Date
}

/** Writing down that a session is in use costs a statement, so at most one per this many milliseconds. */
const seenEveryMs = minute

/** Whether a member has a way to sign in, as SQL over `staff_members`. */
export const hasWayIn = (db: Db) =>
  or(
    exists(db.select({ one: sql`1` }).from(staffPasskeys).where(eq(staffPasskeys.memberId, staffMembers.id))),
    and(isNotNull(staffMembers.passwordHash), isNotNull(staffMembers.totpConfirmedAt)),
  )

/** Opens a session and returns the secret of its cookie, which is stored as a hash only. */
export async function openSession(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  { memberId, method, device }: { memberId: string; method: SignInMethod; device: string },
): Promise<string> {
  const token = secretToken()
  await tx.insert(staffSessions).values({
    tokenHash: hashSecret(token),
    memberId,
    method,
    device,
    createdAt: now,
    lastSeenAt: now,
    signedInAt: now,
  })
  return token
}

export async function findSession(db: Db, token: string, now: Date): Promise<StaffSession | undefined> {
  const [row] = await db
    .select({
      id: staffSessions.id,
      createdAt: staffSessions.createdAt,
      lastSeenAt: staffSessions.lastSeenAt,
      signedInAt: staffSessions.signedInAt,
      member: {
        id: staffMembers.id,
        name: staffMembers.name,
        email: staffMembers.email,
        role: staffMembers.role,
      },
      isSetUp: sql<boolean>`${hasWayIn(db)}`,
    })
    .from(staffSessions)
    .innerJoin(staffMembers, eq(staffMembers.id, staffSessions.memberId))
    .where(and(eq(staffSessions.tokenHash, hashSecret(token)), isNull(staffMembers.disabledAt)))
  if (!row || !isOpen(row, now)) return undefined
  if (now.getTime() - row.lastSeenAt.getTime() >= seenEveryMs)
    await db.update(staffSessions).set({ lastSeenAt: now }).where(eq(staffSessions.id, row.id))
  const { id, member, isSetUp, signedInAt } = row
  return { id, member, isSetUp, signedInAt }
}

export async function renewSession(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  sessionId: string,
): Promise<void> {
  await tx.update(staffSessions).set({ signedInAt: now }).where(eq(staffSessions.id, sessionId))
}

export async function listSessions(db: Db, memberId: string, now: Date) {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(eq(staffSessions.memberId, memberId))
    .orderBy(desc(staffSessions.lastSeenAt))
  return rows.filter((row) => isOpen(row, now))
}

/** Ends one session of a member. Ending it twice is the same as once. */
export async function endSession(tx: Db, memberId: string, sessionId: string): Promise<void> {
  await tx
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.memberId, memberId)))
}

export async function endSessions(tx: Db, memberId: string, except?: string): Promise<void> {
  const others = except === undefined ? undefined : ne(staffSessions.id, except)
  await tx.delete(staffSessions).where(and(eq(staffSessions.memberId, memberId), others))
}

export async function findEndedMember(db: Db, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ memberId: staffSessions.memberId })
    .from(staffSessions)
    .innerJoin(staffMembers, eq(staffMembers.id, staffSessions.memberId))
    .where(and(eq(staffSessions.tokenHash, hashSecret(token)), isNull(staffMembers.disabledAt)))
  return row?.memberId
}
