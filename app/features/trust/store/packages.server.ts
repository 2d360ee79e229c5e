import { asc, eq } from 'drizzle-orm'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { TrustPackage } from '../rules.ts'
import { trustPackages } from '../tables.ts'

/** Every way to buy the trust pack that is on sale, in order, with its price at `now`. */
export function listTrustPackages(db: Db, now: Date): Promise<TrustPackage[]> {
  const { slug, name, priceCents, besides, flag, saving, contents } = trustPackages
  const price = priceAtSql('trust_package', slug, priceCents, now)
  return db
    .select({ slug, name, priceCents: price, besides, flag, saving, contents })
    .from(trustPackages)
    .where(eq(trustPackages.state, 'visible'))
    .orderBy(asc(trustPackages.position), asc(slug))
}
