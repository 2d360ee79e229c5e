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

test('two shops on one database sign alike, each with a data folder of its own', async ({ db, place }) => {
  const [one, other] = await Promise.all([
    openShopKeys(db, folder(), place.now),
    openShopKeys(db, folder(), place.now),
  ])
  expect(one).toEqual(other)
  expect(certificateCode(one.certificate, 'one', 1)).toBe(certificateCode(other.certificate, 'one', 1))
})

test('many that start at once agree on one key', async ({ db, place }) => {
  const opened = await Promise.all(Array.from({ length: 12 }, () => openShopKeys(db, folder(), place.now)))
  expect(new Set(opened.map(({ certificate }) => certificate)).size).toBe(1)
})

test('keys are 256 random bits, each its own, the same after a restart', async ({ db, place }) => {
  const keys = await openShopKeys(db, folder(), place.now)
  expect(await openShopKeys(db, folder(), place.now)).toEqual(keys)
  expect(new Set(Object.values(keys)).size).toBe(4)
  for (const key of Object.values(keys)) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
})

test('a key that an earlier version kept in the folder is taken over', async ({ db, place }) => {
  const dataDir = folder({ 'certificate.key': 'from before\n' })
  expect((await openShopKeys(db, dataDir, place.now)).certificate).toBe('from before')
  expect((await openShopKeys(db, folder(), place.now)).certificate).toBe('from before')
})

test('a folder with another key than the database refuses the start', async ({ db, place }) => {
  await openShopKeys(db, folder(), place.now)
  const dataDir = folder({ 'early-access.key': 'another' })
  await expect(openShopKeys(db, dataDir, place.now)).rejects.toThrow(/early-access\.key is not the one/)
})

test('nothing is written to the folder, which may be missing or closed to writing', async ({ db, place }) => {
  const dataDir = folder()
  chmodSync(dataDir, 0o500)
  await openShopKeys(db, dataDir, place.now)
  expect(existsSync(join(dataDir, 'certificate.key'))).toBe(false)
  await openShopKeys(db, join(dataDir, 'nowhere'), place.now)
})
