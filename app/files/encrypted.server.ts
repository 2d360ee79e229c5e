import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type FileStore, readStored } from './file-store.ts'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/**
 * A store whose content is encrypted with the shop's own secret, each file under a nonce of its own and bound to its key, so
 * that neither a stolen disk nor an open bucket shows anything, and no file can take another's place. Files are held in memory
 * while they are read or written: for papers, not for film.
 */
export function encryptedStore(inner: FileStore, secret: string): FileStore {
  const aesKey = new Uint8Array(hkdfSync('sha256', secret, '', 'private files', 32))
  return {
    ...inner,
    async put(key, content) {
      const plain = 'path' in content ? await readFile(content.path) : content
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, aesKey, nonce).setAAD(Buffer.from(key))
      const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      await inner.put(key, new Uint8Array(sealed), 'application/octet-stream')
    },
    async open(key) {
      const sealed = await readStored(inner, key)
      if (!sealed) return undefined
      const decipher = createDecipheriv(algorithm, aesKey, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(key))
        .setAuthTag(sealed.subarray(-tagBytes))
      // Throws when the file was changed, before a byte of it is used.
      const plain = Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
      return { bytes: plain.length, stream: new Blob([plain]).stream() }
    },
  }
}
