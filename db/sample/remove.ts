import { eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { type Db, sqlState } from '#app/db/db.server.ts'
import { shopFacts } from '#app/facts/tables.ts'
import type { SampleItem, SampleRemoval } from '#app/features/setup/store.server.ts'
import { sampleLicensee } from './licensee.ts'
import { findItems, hashOf, isOrdered, type SampleClock, type SampleKind, sampleKinds } from './kinds.ts'

/** Called right after it was loaded into an empty shop. */
export async function noteSample(tx: Db): Promise<void> {
  for (const kind of sampleKinds)
    await tx.execute(sql`
      insert into sample_items (kind, key, hash)
      select ${kind.table}, item.${sql.identifier(kind.key)}::text, ${hashOf(kind)}
      from ${sql.identifier(kind.table)} item
      on conflict do nothing`)
}

export async function countSample(db: Db): Promise<number> {
  const counts = await Promise.all(
    sampleKinds.map(async ({ table, key }) => {
      const { rows } = await db.execute<{ count: string }>(sql`
        select count(*) as count from sample_items noted
        join ${sql.identifier(table)} item on item.${sql.identifier(key)}::text = noted.key
        where noted.kind = ${table}`)
      return Number(rows[0]?.count ?? 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Stays: what differs from what was loaded, is named by an order, or is pointed to by anything else. */
export async function removeSample(db: Db, clock: SampleClock): Promise<SampleRemoval> {
  const removal: SampleRemoval = []
  for (const kind of sampleKinds) {
    const items = await findItems(db, kind, clock)
    const stays: SampleItem[] = []
    for (const { key, name, isSold, isChanged } of items) {
      if (!isSold && !isChanged && (await removeItem(db, kind, key))) continue
      stays.push({ name, why: isSold ? 'sold' : isChanged ? 'changed' : 'used' })
    }
    if (items.length > 0) removal.push({ title: kind.title, goes: items.length - stays.length, stays })
  }
  await db
    .update(shopFacts)
    .set({ legalName: '', licenseLine: '' })
    .where(eq(shopFacts.legalName, sampleLicensee.legalName))
  return removal
}

/** What `removeSample` would take out now, and what would stay: it is taken out, and brought back. */
export async function previewRemoval(db: Db, clock: SampleClock): Promise<SampleRemoval> {
  let removal: SampleRemoval = []
  await db
    .transaction(async (tx) => {
      removal = await removeSample(tx, clock)
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return removal
}

/** True when it is gone; false when a row elsewhere points to it, or somebody bought it meanwhile. */
async function removeItem(db: Db, kind: SampleKind, key: string): Promise<boolean> {
  const { table, parts = [], notes = [] } = kind
  const own = sql`item.${sql.identifier(kind.key)}::text = ${key}`
  try {
    return await db.transaction(async (tx) => {
      // A purchase locks the parts: after this nobody can buy them, and an earlier purchase is found by the next query.
      await tx.execute(sql`select 1 from ${sql.identifier(table)} item where ${own} for update`)
      for (const [part, column] of parts)
        await tx.execute(
          sql`select 1 from ${sql.identifier(part)} where ${sql.identifier(column)}::text = ${key} for update`,
        )
      const { rows } = await tx.execute<{ untouched: boolean }>(sql`
        select noted.hash = ${hashOf(kind)} and not ${isOrdered(kind)} as untouched
        from sample_items noted, ${sql.identifier(table)} item
        where noted.kind = ${table} and noted.key = ${key} and ${own}`)
      if (!rows[0]?.untouched) return false
      for (const [part, column] of [...notes, ...parts])
        await tx.execute(
          sql`delete from ${sql.identifier(part)} where ${sql.identifier(column)}::text = ${key}`,
        )
      await tx.execute(sql`delete from ${sql.identifier(table)} item where ${own}`)
      await tx.execute(sql`delete from sample_items where kind = ${table} and key = ${key}`)
      return true
    })
  } catch (error) {
    if (sqlState(error) === foreignKey) return false
    throw error
  }
}

const foreignKey = '23503'
