import { randomBytes } from 'node:crypto'
import type { Clock } from '#app/kit/clock.ts'
import type { Db } from './db.server.ts'
import { shopKeys } from './tables.ts'

const names = ['certificate', 'early-access', 'private-files', 'private-links', 'visitor'] as const

type KeyName = (typeof names)[number]

/** Of 256 random bits each. */
export type ShopKeys = Record<KeyName, string>

/** The same in every process on this database: when several start together, one of them makes the keys that are missing. */
export async function openShopKeys(db: Db, now: Clock): Promise<ShopKeys> {
  const made = names.map((name) => ({ name, value: randomBytes(32).toString('base64url'), createdAt: now() }))
  await db.insert(shopKeys).values(made).onConflictDoNothing()
  const stored = await db.select().from(shopKeys)
  return Object.fromEntries(stored.map(({ name, value }) => [name, value])) as ShopKeys
}
