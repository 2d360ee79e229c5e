import { expect, test } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { type LinkSubject, readLink, signLink } from './private-link.server.ts'

const sign = keyedHashOf('the key of this shop')
const madeAt = new Date('2026-11-20T12:00:00Z')
const subject: LinkSubject = ['order', 'ABCDEFGHJK']
const token = signLink(sign, subject, { madeAt, epoch: 'second' })
const read = (secret: string, of = subject, now = madeAt, key = sign) =>
  readLink(key, of, secret, { now, lifeMs: 90 * day })

test('a secret of ours says when it was made and in which epoch, and is safe in an address', () => {
  expect(read(token)).toEqual({ madeAt, epoch: 'second' })
  expect(token).toMatch(/^[\w-]+$/)
  expect(read(signLink(sign, subject, { madeAt, epoch: '' }))).toEqual({ madeAt, epoch: '' })
})

test('it is read for its life, to the second', () => {
  expect(read(token, subject, after(madeAt, 90 * day - 1))).toBeDefined()
  expect(read(token, subject, after(madeAt, 90 * day))).toBeUndefined()
})

test('it opens nothing of another purpose, of another id, or of another shop', () => {
  for (const other of [
    ['order', 'ABCDEFGHJ2'],
    ['dealer request', 'ABCDEFGHJK'],
    ['orderA', 'BCDEFGHJK'],
  ] as const)
    expect(read(token, other), other.join()).toBeUndefined()
  expect(read(token, subject, madeAt, keyedHashOf('the key of another shop'))).toBeUndefined()
})

test('nothing in it can be changed: neither its time, nor its epoch, nor its signature', () => {
  const [made, epoch, signature] = [token.slice(0, 7), token.slice(7, -43), token.slice(-43)]
  const later = signLink(sign, subject, { madeAt: after(madeAt, day), epoch: 'second' }).slice(0, 7)
  for (const forged of [
    later + epoch + signature,
    made + signature,
    `${made}third${signature}`,
    made.slice(1) + epoch + signature,
    token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    `${token}x`,
    signature,
    '',
    'x'.repeat(500),
  ])
    expect(read(forged), forged).toBeUndefined()
})
