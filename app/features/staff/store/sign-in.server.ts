// Signing in without a passkey: password and authenticator, or a recovery code. Wrong answers all look alike, and take as long.
import { and, eq, isNull, inArray, sql } from 'drizzle-orm'
import { type AppContext, type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { type KeyedHash, hashSecret, publicCode, seal, unseal } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { refuse } from '#app/kit/refusal.ts'
import { type StaffMember, countTry, isLocked, triesPerLock } from '../rules.ts'
import { staffMembers, staffRecoveryCodes, staffFailures } from '../tables.ts'
import { openSession, renewSession } from './sessions.server.ts'
import {
  randomUUID,
  randomBytes,
  scrypt as scryptWithCallback,
  timingSafeEqual,
  type ScryptOptions,
} from 'node:crypto'
import { after, minute } from '#app/kit/clock.ts'
import { Secret, TOTP } from 'otpauth'
import { brand } from '#app/kit/brand.ts'
import { promisify } from 'node:util'

type SignInContext = AppContext & { keyedHash: KeyedHash }

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
type Trier = { account: string; address: string }

/** Counts one try in a transaction of its own, before it is judged. Refused while account or address is locked. */
export function beginTry(ctx: SignInContext, trier: Trier) {
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
  { db, keyedHash, now }: Pick<SignInContext, 'db' | 'keyedHash' | 'now'>,
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

// The second way to sign in: a password with a code of an authenticator (TOTP, RFC 6238).

type Tx = Pick<UnitOfWork, 'tx' | 'now'>

/** How long a code is shown, in seconds, as authenticators expect. */
const period = 30

/** Sealed, for the form that sends it back with the first code: nothing is stored before that. */
export function newAuthenticator(keyedHash: KeyedHash, member: StaffMember, sealed?: string) {
  const known = sealed === undefined ? undefined : openSealed(keyedHash, member.id, sealed)
  const secret = known ? Secret.fromBase32(known) : new Secret({ size: 20 })
  const address = new TOTP({ issuer: `${brand} console`, label: member.email, secret, period }).toString()
  return { address, letters: secret.base32, sealed: seal(keyedHash, purposeOf(member.id), secret.base32) }
}

export async function setPassword(
  { tx, now }: Tx,
  keyedHash: KeyedHash,
  member: StaffMember,
  { password, code, sealed, cost }: { password: string; code: string; sealed: string; cost?: PasswordCost },
) {
  const secret = openSealed(keyedHash, member.id, sealed)
  const step = secret === undefined ? undefined : stepOf(secret, code, now)
  if (secret === undefined || step === undefined) return refuse('wrong_code')
  await tx
    .update(staffMembers)
    .set({
      passwordHash: await hashPassword(password, cost),
      totpSecret: seal(keyedHash, purposeOf(member.id), secret),
      totpConfirmedAt: now,
      totpLastStep: step,
    })
    .where(eq(staffMembers.id, member.id))
  return { ok: true as const }
}

/** Whether a code of the member's authenticator is right and new. A code opens once; the row is locked meanwhile. */
export async function useCode(
  { tx, now }: Tx,
  keyedHash: KeyedHash,
  memberId: string,
  code: string,
): Promise<boolean> {
  const [member] = await tx.select().from(staffMembers).where(eq(staffMembers.id, memberId)).for('update')
  if (!member?.totpSecret || !member.totpConfirmedAt || member.disabledAt) return false
  const secret = openSealed(keyedHash, memberId, member.totpSecret)
  const step = secret === undefined ? undefined : stepOf(secret, code, now)
  if (step === undefined || step <= (member.totpLastStep ?? 0)) return false
  await tx.update(staffMembers).set({ totpLastStep: step }).where(eq(staffMembers.id, memberId))
  return true
}

/** The time step of a right code. One step before and after are accepted, for clocks that differ. */
function stepOf(base32: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(base32), period })
  const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), window: 1, timestamp: now.getTime() })
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / period) + delta
}

function openSealed(keyedHash: KeyedHash, memberId: string, sealed: string): string | undefined {
  try {
    return unseal(keyedHash, purposeOf(memberId), sealed)
  } catch {
    return undefined
  }
}

function purposeOf(memberId: string): string {
  return `totp ${memberId}`
}

const scrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scryptWithCallback)

/** What a hash costs, as scrypt counts it: memory and time, block size, and rounds. */
type PasswordCost = { log2N: number; r: number; p: number }

/** OWASP's cost for scrypt with 32 MB. */
const usualCost: PasswordCost = { log2N: 15, r: 8, p: 3 }
const hashBytes = 32

export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await hashOf(password, salt, cost)
  return [nameOf(cost), salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes as long as any other hash, and no password matches it. */
const nobodys = `${nameOf(usualCost)}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether a password is the one of a stored hash. Without a hash it takes as long and says no. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [name = '', salt = '', hash = ''] = (stored ?? nobodys).split('$')
  const expected = Buffer.from(hash, 'base64url')
  const given = await hashOf(password, Buffer.from(salt, 'base64url'), costIn(name))
  return expected.length === given.length && timingSafeEqual(given, expected) && Boolean(stored)
}

function hashOf(password: string, salt: Buffer, { log2N, r, p }: PasswordCost): Promise<Buffer> {
  return scrypt(password.normalize('NFKC'), salt, hashBytes, {
    N: 2 ** log2N,
    r,
    p,
    maxmem: 64 * 1024 * 1024,
  })
}

function nameOf({ log2N, r, p }: PasswordCost): string {
  return `scrypt-${log2N}-${r}-${p}`
}

function costIn(name: string): PasswordCost {
  const [log2N = 0, r = 0, p = 0] = name.split('-').slice(1).map(Number)
  return { log2N, r, p }
}
