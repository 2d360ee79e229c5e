import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import type { OfferedLine } from '#app/features/orders/sellable.ts'
import type { Offered, OfferedVariant } from '#app/features/orders/goods.ts'
import { offeredWords } from '#app/features/orders/offered.ts'
import { drops, dropVariants } from '../tables.ts'
import { variantOrder } from './drops.server.ts'

type Steel = Pick<OfferedVariant, 'name' | 'caliber' | 'barrel' | 'finish'>
type DropFacts = Pick<typeof drops.$inferSelect, 'caliber' | 'barrel' | 'basePrice'>

export function offeredVariant(
  drop: DropFacts,
  { name, caliber, barrel, finish }: Steel,
  priceCents: number | null,
): OfferedVariant {
  return {
    name,
    caliber: caliber || drop.caliber,
    barrel: barrel || drop.barrel,
    finish,
    priceCents: priceCents ?? drop.basePrice,
  }
}

const dropAsOffered = statement<DropFacts & { variants: (Steel & { priceCents: number | null })[] }>(
  () => sql`
    select ${drops.caliber}, ${drops.barrel}, ${drops.basePrice} as "basePrice",
      (select coalesce(json_agg(json_build_object('name', ${dropVariants.name}, 'caliber', ${dropVariants.caliber},
        'barrel', ${dropVariants.barrel}, 'finish', ${dropVariants.finish}, 'priceCents', ${dropVariants.price})
        order by ${sql.join(variantOrder, sql`, `)}), '[]') from ${dropVariants} where ${dropVariants.dropId} = ${drops.id}) as variants
    from ${drops} where ${drops.slug} = ${value('slug')}`,
)

/**
 * What a number was offered as: what its line says since the hold. Where the buyer of an offered number has not chosen yet, the
 * variants that they choose from.
 */
export async function findUnitOffered(
  db: Db,
  slug: string,
  { unitCents, variant }: OfferedLine,
): Promise<Offered | undefined> {
  const said = {
    includes: offeredWords.includedWithNumber,
    depositCents: unitCents,
    balance: 'before_agreement' as const,
  }
  if (variant) return { ...said, variants: [variant] }
  const [drop] = await dropAsOffered(db, { slug })
  return (
    drop && { ...said, variants: drop.variants.map((each) => offeredVariant(drop, each, each.priceCents)) }
  )
}
