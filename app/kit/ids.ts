import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Digits and letters without look-alikes (no 0/O, 1/I/L, U): safe to read aloud and to type in either case. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A public code: unguessable, case-insensitive, without look-alikes. Ten letters carry 49 bits. */
export function publicCode(length = 10): string {
  let code = ''
  while (code.length < length) {
    // 240 = 8 * 30: larger bytes would make the first letters likelier than the last.
    for (const byte of randomBytes(length))
      if (byte < 240 && code.length < length) code += alphabet[byte % 30]
  }
  return code
}

export function codeOf(bytes: Uint8Array, length: number): string {
  const letters = Array.from(bytes, (byte) => (byte < 240 ? alphabet[byte % 30] : '')).join('')
  if (letters.length < length) throw new RangeError(`${bytes.length} bytes are too few for ${length} letters`)
  return letters.slice(0, length)
}

/** The secret of a private link: 256 random bits, URL-safe. Only `hashSecret` of it may be stored. */
export function secretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a secret. SHA-256 is enough: the input has 256 bits of entropy. */
export function hashSecret(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Compares in constant time, so that a secret cannot be guessed letter by letter. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export function fingerprint(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/** For few possible values, such as network addresses: without the shop's secret nobody can try them all. */
export type KeyedHash = (content: string) => string

/** HMAC with SHA-256, 43 characters. Inputs begin with their purpose: `card ...`, `mail ...`. */
export function keyedHashOf(secret: string): KeyedHash {
  return (content) => createHmac('sha256', secret).update(content).digest('base64url')
}

const pattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whether a text is a UUID as the database writes it. Ask before comparing an id column with text from an address: PostgreSQL refuses any other. */
export const isUuid = (text: string): boolean => pattern.test(text)

/** AES-256-GCM. `purpose` must be given again to read it. */
export function seal(keyedHash: KeyedHash, purpose: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keyedHash, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws Error when it was changed, or sealed with another key or purpose. */
export function unseal(keyedHash: KeyedHash, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keyedHash, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

function keyOf(keyedHash: KeyedHash, purpose: string): Buffer {
  return Buffer.from(keyedHash(`seal ${purpose}`), 'base64url')
}
