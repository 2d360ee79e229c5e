// How secrets of staff are stored: passwords as hashes, what has to be read again under the shop's key.
import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt as scryptWithCallback,
  timingSafeEqual,
  type ScryptOptions,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyedHash } from '#app/kit/ids.ts'

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

/** Encrypts a text with the shop's key (AES-256-GCM). `purpose` must be given again to read it. */
export function seal(keyedHash: KeyedHash, purpose: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keyedHash, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * Reads what `seal` made.
 * @throws Error when it was changed, or sealed with another key or purpose.
 */
export function unseal(keyedHash: KeyedHash, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keyedHash, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

function keyOf(keyedHash: KeyedHash, purpose: string): Buffer {
  return Buffer.from(keyedHash(`staff seal ${purpose}`), 'base64url')
}
