import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Clock } from '#app/kit/clock.ts'
import type { Db } from './db.server.ts'
import { shopKeys } from './tables.ts'

const names = ['certificate', 'early-access', 'payment-news', 'visitor'] as const

/** What a key is for. */
type KeyName = (typeof names)[number]

/** The shop's own secrets, of 256 random bits each. */
export type ShopKeys = Record<KeyName, string>

/**
 * The keys that the shop signs with, the same in every process on this database. One that is not there yet is made, by
 * one of the processes that start together, or taken over from the data folder, where earlier versions of the shop kept
 * it as `<name>.key`. Nothing is written to the folder.
 * @throws Error with a sentence when the folder holds another key than the database: codes that are out would fail.
 */
export async function openShopKeys(db: Db, dataDir: string, now: Clock): Promise<ShopKeys> {
  const opened: Partial<ShopKeys> = {}
  for (const name of names) opened[name] = await openKey(db, name, join(dataDir, `${name}.key`), now())
  return opened as ShopKeys
}

async function openKey(db: Db, name: KeyName, file: string, now: Date): Promise<string> {
  const filed = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  const known = await findKey(db, name)
  const key = known ?? (await storeKey(db, name, filed ?? randomBytes(32).toString('base64url'), now))
  if (filed !== undefined && filed !== key)
    throw new Error(
      `The key in ${file} is not the one that the database holds: this folder (DATA_DIR) and this database (DATABASE_URL) belong to different shops, or each made its own. The database's counts: move the file away to start. Codes that were signed with the file's key will then be refused.`,
    )
  return key
}

async function findKey(db: Db, name: KeyName): Promise<string | undefined> {
  const [row] = await db.select().from(shopKeys).where(eq(shopKeys.name, name))
  return row?.value
}

/** Stores a key unless another process was faster, and gives the one that is stored. */
async function storeKey(db: Db, name: KeyName, value: string, createdAt: Date): Promise<string> {
  await db.insert(shopKeys).values({ name, value, createdAt }).onConflictDoNothing()
  const stored = await findKey(db, name)
  if (!stored) throw new Error(`The key ${name} was not stored.`)
  return stored
}
