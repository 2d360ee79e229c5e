import { and, desc, eq, exists, isNotNull, isNull, ne, or, sql, gt } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { minute, after } from '#app/kit/clock.ts'
import { hashSecret, secretToken, type KeyedHash, seal, unseal } from '#app/kit/ids.ts'
import { type SignInMethod, isOpen } from '../rules.ts'
import { staffMembers, staffPasskeys, staffSessions, staffHeldForms } from '../tables.ts'

export type StaffSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

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

export async function findSession(db: Db, token: string, now: Date) {
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
      /** Whether the member can sign in again: by a passkey, or by password and authenticator. */
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

// A form that arrives when its member has to sign in again: stored encrypted for some minutes, so that nothing typed is lost.

const waitMs = 15 * minute
/** Longer forms than any of the console, in characters. */
const maxLength = 64 * 1024

type HeldForm = { path: string; fields: [name: string, value: string][] }

type Holding = { db: Db; now: () => Date; keyedHash: KeyedHash }

/** Stores a form and returns the secret that opens it for its member; `undefined` when it is too long. */
export async function holdForm(
  { db, now, keyedHash }: Holding,
  memberId: string,
  { path, fields }: HeldForm,
): Promise<string | undefined> {
  const text = JSON.stringify(fields)
  if (text.length > maxLength) return undefined
  const token = secretToken()
  await db.insert(staffHeldForms).values({
    tokenHash: hashSecret(token),
    memberId,
    path,
    fields: seal(keyedHash, `form ${token}`, text),
    expiresAt: after(now(), waitMs),
  })
  return token
}

export async function findHeldForm(
  { db, now, keyedHash }: Holding,
  memberId: string,
  token: string,
): Promise<HeldForm | undefined> {
  const [found] = await db
    .select()
    .from(staffHeldForms)
    .where(
      and(
        eq(staffHeldForms.tokenHash, hashSecret(token)),
        eq(staffHeldForms.memberId, memberId),
        gt(staffHeldForms.expiresAt, now()),
      ),
    )
  if (!found) return undefined
  const fields = JSON.parse(unseal(keyedHash, `form ${token}`, found.fields)) as HeldForm['fields']
  return { path: found.path, fields }
}
