// Passkeys for tests: a device that answers challenges, as a browser would hand its answers on.
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { staffPasskeys } from '#app/features/staff/tables.ts'
import type { TestContext } from './db.ts'
import { givenStaff } from './staff.ts'

export const party = { id: 'shop.example', origin: 'https://shop.example' }
export const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A member of the desk with one passkey. */
export async function givenPasskey(ctx: TestContext, email = 'desk@example.com') {
  const { member, cookie } = await givenStaff(ctx, 'desk', { isSetUp: false, email })
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = base64(sha256(email))
  await ctx.db.insert(staffPasskeys).values({
    id,
    memberId: member.id,
    publicKey: base64(coseOf(publicKey)),
    counter: 5,
    transports: ['internal'],
    name: 'Test key',
    createdAt: ctx.now(),
  })
  const sign = (
    challenge: string,
    { origin = party.origin, host = party.id, flags = 0x05, counter = 6 } = {},
  ) => {
    const clientData = JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false })
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const authenticatorData = Buffer.concat([sha256(host), Buffer.from([flags]), count])
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authenticatorData),
        signature: base64(createSign('sha256').update(signed).sign(privateKey)),
      },
    }
  }
  return { member, cookie, id, sign }
}

/** The public key as authenticators write it: a CBOR map of key type, algorithm, curve, x and y. */
export function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), point(0x21, x), point(0x22, y)])
}
