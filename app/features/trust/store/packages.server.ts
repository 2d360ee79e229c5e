import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { shopFacts } from '#app/facts/tables.ts'
import { orders } from '#app/features/orders/tables.ts'
import type { TrustPackage } from '../rules.ts'
import { trustPackages } from '../tables.ts'

/** Every way to buy the trust pack that is on sale, in order, with its price at `now`; none while the section is off. */
export async function listTrustPackages(db: Db, now: Date): Promise<TrustPackage[]> {
  return readPackages(db, now, and(isVisible, sql`not ${isOff}`))
}

/** The same, also while the section is off: a pack that was earned before is still made. */
export function listMadePackages(db: Db, now: Date): Promise<TrustPackage[]> {
  return readPackages(db, now, isVisible)
}

/** Whether a firearm of an order earns a free pack: while packs are sold, or if the order was paid before they were not. */
export async function earnsFreePack(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await db.execute<{ earns: boolean }>(sql`select ${earnsSql(sql`${orderId}`)} as earns`)
  return rows[0]?.earns ?? false
}

/** The same as an SQL condition. */
export const earnsSql = (orderId: SQL) => sql`exists (select from ${trustPackages} where ${isVisible})
  and not exists (
    select from ${shopFacts} where ${isOff}
      and (select ${orders.paidAt} from ${orders} where ${orders.id} = ${orderId}) >= ${shopFacts.changedAt})`

const isVisible = eq(trustPackages.state, 'visible')
const isOff = sql`exists (select from ${shopFacts} where 'trust' = any(${shopFacts.sectionsOff}))`

function readPackages(db: Db, now: Date, which: SQL | undefined): Promise<TrustPackage[]> {
  const { slug, name, priceCents, besides, flag, saving, contents } = trustPackages
  const price = priceAtSql('trust_package', slug, priceCents, now)
  return db
    .select({ slug, name, priceCents: price, besides, flag, saving, contents })
    .from(trustPackages)
    .where(which)
    .orderBy(asc(trustPackages.position), asc(slug))
}
