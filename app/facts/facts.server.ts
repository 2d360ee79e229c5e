import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { LiveHub } from '#app/live/hub.server.ts'
import { factsTopic, type ShopFacts, type StoredFacts, unsetFacts } from './facts.ts'
import { shopFacts } from './tables.ts'

export async function findFacts(db: Db): Promise<StoredFacts | undefined> {
  const [found] = await db.select().from(shopFacts)
  return found
}

/** Can documents name who makes and sells? Nothing is opened or asked of a dealer before. */
export async function hasLicensee(db: Db): Promise<boolean> {
  return Boolean((await findFacts(db))?.legalName)
}

export type FactsChanged = { ok: false; why: 'changed'; now: StoredFacts }

/** The other facts stay. A form carries the revision that it was made from, 0 where nothing was stored. */
export async function recordFacts(
  work: UnitOfWork,
  change: Partial<ShopFacts>,
  { by, seen, timeZone }: { by: string; seen: number; timeZone: string },
): Promise<{ ok: true; before: ShopFacts; after: ShopFacts } | FactsChanged> {
  const { tx, now } = work
  const first = { ...unsetFacts(timeZone), changedAt: now, changedBy: by, revision: 0 }
  await tx.insert(shopFacts).values(first).onConflictDoNothing()
  const [known] = await tx.select().from(shopFacts).for('update')
  if (!known) throw new Error('The facts of the shop were stored and are not there')
  if (known.revision !== seen) return { ok: false, why: 'changed', now: known }
  const before = factsOf(known)
  const after = { ...before, ...change }
  await tx.update(shopFacts).set({ ...after, revision: known.revision + 1, changedAt: now, changedBy: by })
  work.announce(factsTopic)
  return { ok: true, before, after }
}

/** Read at once and again whenever any process announces a change. */
export async function openFacts(db: Db, live: LiveHub, timeZone: string) {
  const stored = await findFacts(db)
  let current = stored ? factsOf(stored) : unsetFacts(timeZone)
  const close = await live.subscribe(factsTopic, (state) => {
    current = 'legalName' in state ? (state as ShopFacts) : unsetFacts(timeZone)
  })
  return { facts: () => current, close }
}

export async function findLiveFacts(db: Db): Promise<object> {
  const stored = await findFacts(db)
  return stored ? factsOf(stored) : {}
}

function factsOf(stored: StoredFacts): ShopFacts {
  const { isShop: _, revision: _r, changedAt: _a, changedBy: _b, ...facts } = stored
  return facts
}
