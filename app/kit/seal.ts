import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyedHash } from './ids.ts'

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
