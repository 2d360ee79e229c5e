import { expect } from 'vitest'
import { certificateCode } from '#app/features/certificates/store/code.server.ts'
import { test } from '#test/db.ts'
import { openShopKeys } from './clock-and-keys.server.ts'

test('two shops on one database sign with the same key', async ({ db, ctx }) => {
  const [one, other] = await Promise.all([openShopKeys(db, ctx.now), openShopKeys(db, ctx.now)])
  expect(one).toEqual(other)
  expect(certificateCode(one.certificate, 'one', 1)).toBe(certificateCode(other.certificate, 'one', 1))
})

test('concurrent starts agree on one key', async ({ db, ctx }) => {
  const opened = await Promise.all(Array.from({ length: 12 }, () => openShopKeys(db, ctx.now)))
  expect(new Set(opened.map(({ certificate }) => certificate)).size).toBe(1)
})

test('keys are 256 random bits, distinct, and the same after a restart', async ({ db, ctx }) => {
  const keys = await openShopKeys(db, ctx.now)
  expect(await openShopKeys(db, ctx.now)).toEqual(keys)
  expect(new Set(Object.values(keys)).size).toBe(5)
  for (const key of Object.values(keys)) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
})
