import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { certificateCode } from '#app/features/certificates/store/code.server.ts'
import { test } from '#test/db.ts'
import { openShopKeys } from './shop-keys.server.ts'

const folder = (files: Record<string, string> = {}) => {
  const made = mkdtempSync(join(tmpdir(), 'paco-keys-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(made, name), text)
  return made
}

test('two shops on one database sign alike, each with a data folder of its own', async ({ db, ctx }) => {
  const [one, other] = await Promise.all([
    openShopKeys(db, folder(), ctx.now),
    openShopKeys(db, folder(), ctx.now),
  ])
  expect(one).toEqual(other)
  expect(certificateCode(one.certificate, 'one', 1)).toBe(certificateCode(other.certificate, 'one', 1))
})

test('many that start at once agree on one key', async ({ db, ctx }) => {
  const opened = await Promise.all(Array.from({ length: 12 }, () => openShopKeys(db, folder(), ctx.now)))
  expect(new Set(opened.map(({ certificate }) => certificate)).size).toBe(1)
})

test('keys are 256 random bits, each its own, the same after a restart', async ({ db, ctx }) => {
  const keys = await openShopKeys(db, folder(), ctx.now)
  expect(await openShopKeys(db, folder(), ctx.now)).toEqual(keys)
  expect(new Set(Object.values(keys)).size).toBe(4)
  for (const key of Object.values(keys)) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
})

test('a key that an earlier version kept in the folder is taken over', async ({ db, ctx }) => {
  const dataDir = folder({ 'certificate.key': 'from before\n' })
  expect((await openShopKeys(db, dataDir, ctx.now)).certificate).toBe('from before')
  expect((await openShopKeys(db, folder(), ctx.now)).certificate).toBe('from before')
})

test('a folder with another key than the database refuses the start', async ({ db, ctx }) => {
  await openShopKeys(db, folder(), ctx.now)
  const dataDir = folder({ 'early-access.key': 'another' })
  await expect(openShopKeys(db, dataDir, ctx.now)).rejects.toThrow(/early-access\.key is not the one/)
})

test('nothing is written to the folder, which may be missing or closed to writing', async ({ db, ctx }) => {
  const dataDir = folder()
  chmodSync(dataDir, 0o500)
  await openShopKeys(db, dataDir, ctx.now)
  expect(existsSync(join(dataDir, 'certificate.key'))).toBe(false)
  await openShopKeys(db, join(dataDir, 'nowhere'), ctx.now)
})
