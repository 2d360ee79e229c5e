import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Clock } from '#app/kit/clock.ts'
import type { Db } from './db.server.ts'
import { shopKeys } from './tables.ts'

const names = [
  'certificate',
  'early-access',
  'payment-webhook',
  'private-files',
  'private-links',
  'visitor',
] as const

type KeyName = (typeof names)[number]

/** Of 256 random bits each. */
export type ShopKeys = Record<KeyName, string>

/** The same in every process on this database: when several start together, one of them creates a missing key. */
export async function openShopKeys(db: Db, now: Clock): Promise<ShopKeys> {
  const opened: Partial<ShopKeys> = {}
  for (const name of names) opened[name] = await openKey(db, name, now())
  return opened as ShopKeys
}

async function openKey(db: Db, name: KeyName, now: Date): Promise<string> {
  return (await findKey(db, name)) ?? (await storeKey(db, name, randomBytes(32).toString('base64url'), now))
}

async function findKey(db: Db, name: KeyName): Promise<string | undefined> {
  const [row] = await db.select().from(shopKeys).where(eq(shopKeys.name, name))
  return row?.value
}

/** Another process may be faster: returns the stored one. */
async function storeKey(db: Db, name: KeyName, value: string, createdAt: Date): Promise<string> {
  await db.insert(shopKeys).values({ name, value, createdAt }).onConflictDoNothing()
  const stored = await findKey(db, name)
  if (!stored) throw new Error(`The key ${name} was not stored.`)
  return stored
}
