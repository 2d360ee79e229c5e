// How passwords of staff are stored: as hashes.
import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

const scrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scryptWithCallback)

/** OWASP's cost for scrypt with 32 MB: N = 2^15, r = 8, p = 3. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const hashBytes = 32

/** The stored form of a password: algorithm, salt and hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await scrypt(password.normalize('NFKC'), salt, hashBytes, cost)
  return ['scrypt-15-8-3', salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes as long as any other hash, and no password matches it. */
const nobodys = `scrypt-15-8-3$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether a password is the one of a stored hash. Without a hash it takes as long and says no. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? nobodys).split('$')
  const expected = Buffer.from(hash, 'base64url')
  const given = await scrypt(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), hashBytes, cost)
  return expected.length === given.length && timingSafeEqual(given, expected) && Boolean(stored)
}
