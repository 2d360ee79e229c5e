import { asc } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { TrustPackage } from '../rules.ts'
import { trustPackages } from '../tables.ts'

/** Every way to buy the trust pack, in order. */
export function listTrustPackages(db: Db): Promise<TrustPackage[]> {
  const { slug, name, priceCents, besides, flag, saving, contents } = trustPackages
  return db
    .select({ slug, name, priceCents, besides, flag, saving, contents })
    .from(trustPackages)
    .orderBy(asc(trustPackages.position))
}
