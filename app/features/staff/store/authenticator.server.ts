// The second way to sign in: a password with a code of an authenticator (TOTP, RFC 6238).
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { brand } from '#app/kit/brand.ts'
import { type KeyedHash, seal, unseal } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { StaffMember } from '../rules.ts'
import { staffMembers } from '../tables.ts'
import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

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
export type PasswordCost = { log2N: number; r: number; p: number }

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
