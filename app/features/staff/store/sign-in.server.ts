// Signing in without a passkey: password and authenticator, or a recovery code. Wrong answers all look alike, and take as long.
import { and, eq, isNull, inArray, sql } from 'drizzle-orm'
import { type AppContext, type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { type KeyedHash, hashSecret, publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { refuse } from '#app/kit/refusal.ts'
import { type StaffMember, countTry, isLocked, triesPerLock } from '../rules.ts'
import { staffMembers, staffRecoveryCodes, staffFailures } from '../tables.ts'
import { useCode, isPassword } from './authenticator.server.ts'
import { openSession, renewSession } from './sessions.server.ts'
import { randomUUID } from 'node:crypto'
import { after, minute } from '#app/kit/clock.ts'

export type SignInContext = AppContext & { keyedHash: KeyedHash }

/** How many recovery codes a member has, and their letters: 78 bits each. */
const recoveryCodes = { count: 10, letters: 16 } as const

const isAuthenticatorCode = (code: string) => /^\d{6}$/.test(code.replaceAll(/\s/g, ''))

/**
 * Signs in by password and a code of the authenticator, or by a recovery code, which ends with its use. A member who has a
 * password needs it with either.
 */
export async function checkSignIn(
  ctx: SignInContext,
  input: { email: string; password: string; code: string; address: string; device: string },
) {
  const { email, password, code, address, device } = input
  const trier = { account: email, address }
  const attempt = await beginTry(ctx, trier)
  if (!attempt.ok) return attempt
  const member = await findByEmail(ctx, email)
  const isRight = await isPassword(password, member?.passwordHash)
  if (!member || (member.passwordHash && !isRight)) return refuse('wrong')
  const method = isAuthenticatorCode(code) ? 'password' : 'recovery'
  return transact(ctx, async (work) => {
    const isUsed =
      method === 'password'
        ? isRight && (await useCode(work, ctx.keyedHash, member.id, code))
        : await useRecoveryCode(work, member.id, code, device)
    if (!isUsed) return refuse('wrong')
    await forgetTries(work.tx, ctx.keyedHash, trier)
    return {
      ok: true as const,
      method,
      session: await openSession(work, { memberId: member.id, method, device }),
    }
  })
}

async function useRecoveryCode(work: UnitOfWork, memberId: string, code: string, device: string) {
  const used = await work.tx
    .delete(staffRecoveryCodes)
    .where(
      and(
        eq(staffRecoveryCodes.codeHash, hashSecret(normalizeCode(code))),
        eq(staffRecoveryCodes.memberId, memberId),
      ),
    )
    .returning()
  if (used.length > 0)
    await work.enqueue('mail-staff-security', {
      memberId,
      notice: 'recovery_sign_in',
      device,
      at: work.now.toISOString(),
    })
  return used.length > 0
}

export async function checkAgain(
  ctx: SignInContext,
  member: StaffMember,
  sessionId: string,
  { password, code, address }: { password: string; code: string; address: string },
) {
  const trier = { account: member.email, address }
  const attempt = await beginTry(ctx, trier)
  if (!attempt.ok) return attempt
  const found = await findByEmail(ctx, member.email)
  if (!(await isPassword(password, found?.passwordHash))) return refuse('wrong')
  return transact(ctx, async (work) => {
    if (!(await useCode(work, ctx.keyedHash, member.id, code))) return refuse('wrong')
    await forgetTries(work.tx, ctx.keyedHash, trier)
    await renewSession(work, sessionId)
    return { ok: true as const }
  })
}

/** Gives a member new recovery codes, in place of all earlier ones. They are shown once: only hashes are stored. */
export async function makeRecoveryCodes({ tx }: Pick<UnitOfWork, 'tx'>, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes.count }, () => publicCode(recoveryCodes.letters))
  // One set at a time: of two that are made at once the later one replaces the other.
  await tx
    .select({ id: staffMembers.id })
    .from(staffMembers)
    .where(eq(staffMembers.id, memberId))
    .for('update')
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.memberId, memberId))
  await tx.insert(staffRecoveryCodes).values(codes.map((code) => ({ codeHash: hashSecret(code), memberId })))
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

export function countRecoveryCodes(db: Db, memberId: string): Promise<number> {
  return db.$count(staffRecoveryCodes, eq(staffRecoveryCodes.memberId, memberId))
}

async function findByEmail({ db }: Pick<AppContext, 'db'>, email: string) {
  const [member] = await db
    .select()
    .from(staffMembers)
    .where(and(eq(staffMembers.email, email.toLowerCase()), isNull(staffMembers.disabledAt)))
  return member
}

// Counts tries to sign in, by keyed hash: of an account whether or not it exists, and of a network address.
export type Trier = { account: string; address: string }

type Counting = AppContext & { keyedHash: KeyedHash }

/** Counts one try in a transaction of its own, before it is judged. Refused while account or address is locked. */
export function beginTry(ctx: Counting, trier: Trier) {
  return transact(ctx, async ({ tx, now, enqueue }) => {
    // In one order, so that two tries never wait for each other.
    const keys = keysOf(ctx.keyedHash, trier).toSorted((one, other) => (one.key < other.key ? -1 : 1))
    for (const { key } of keys)
      await tx.insert(staffFailures).values({ key, times: 0, lastAt: now }).onConflictDoNothing()
    const rows = await tx
      .select()
      .from(staffFailures)
      .where(
        inArray(
          staffFailures.key,
          keys.map(({ key }) => key),
        ),
      )
      .orderBy(staffFailures.key)
      .for('update')
    if (rows.some((row) => isLocked(row, now))) return refuse('locked')
    for (const { key, perLock } of keys) {
      const before = rows.find((row) => row.key === key)
      const counted = countTry(before, perLock, now)
      await tx.update(staffFailures).set(counted).where(eq(staffFailures.key, key))
      if (perLock !== triesPerLock.account || !counted.lockedUntil) continue
      // A member is told that the way is closed. Who is none is answered in the same time.
      const [member] = await tx
        .select({ id: staffMembers.id })
        .from(staffMembers)
        .where(eq(staffMembers.email, trier.account.toLowerCase()))
      const notice = {
        memberId: member?.id ?? randomUUID(),
        notice: 'locked',
        device: '',
        at: now.toISOString(),
      }
      await enqueue('mail-staff-security', notice, { startAfter: after(now, minute) })
    }
    return { ok: true as const }
  })
}

export async function isAccountLocked(
  { db, keyedHash, now }: Pick<Counting, 'db' | 'keyedHash' | 'now'>,
  account: string,
): Promise<boolean> {
  const [{ key }] = keysOf(keyedHash, { account, address: '' })
  const [row] = await db.select().from(staffFailures).where(eq(staffFailures.key, key))
  return isLocked(row, now())
}

/** After a sign-in the account's tries are forgotten, and the address has one less. */
export async function forgetTries(tx: Db, keyedHash: KeyedHash, trier: Trier): Promise<void> {
  const [account, address] = keysOf(keyedHash, trier)
  await tx.delete(staffFailures).where(eq(staffFailures.key, account.key))
  await tx
    .update(staffFailures)
    .set({ times: sql`greatest(0, ${staffFailures.times} - 1)` })
    .where(eq(staffFailures.key, address.key))
}

const keysOf = (keyedHash: KeyedHash, { account, address }: Trier) =>
  [
    { key: keyedHash(`staff account ${account.toLowerCase()}`), perLock: triesPerLock.account },
    { key: keyedHash(`staff address ${address}`), perLock: triesPerLock.address },
  ] as const
