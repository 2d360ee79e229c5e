import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

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
