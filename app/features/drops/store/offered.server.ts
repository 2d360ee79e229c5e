import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import type { OfferedLine } from '#app/features/orders/sellable.ts'
import type { Offered, OfferedVariant } from '#app/features/orders/rules/goods.ts'
import { offeredWords } from '#app/features/orders/words/offered.ts'
import { dropVersions } from '../plan-tables.ts'
import { drops, dropVariants } from '../tables.ts'
import { variantOrder } from './drops.server.ts'

type Steel = Pick<OfferedVariant, 'name' | 'caliber' | 'barrel' | 'finish'>
type DropFacts = Pick<typeof drops.$inferSelect, 'caliber' | 'barrel' | 'basePrice'>

/** A variant as it is offered: what it leaves open is what its drop says. */
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

type PricedSteel = Steel & { priceCents: number | null }

/** A drop with its variants: those of a version of its facts, where one is stored, and as they are now. */
const dropAsOffered = statement<DropFacts & { stored: PricedSteel[] | null; current: PricedSteel[] }>(
  () => sql`
    select ${drops.caliber}, ${drops.barrel}, ${drops.basePrice} as "basePrice",
      (select ${dropVersions.facts} -> 'variants' from ${dropVersions}
        where ${dropVersions.dropId} = ${drops.id} and ${dropVersions.version} = ${value('version')}::int) as stored,
      (select coalesce(json_agg(json_build_object('name', ${dropVariants.name}, 'caliber', ${dropVariants.caliber},
        'barrel', ${dropVariants.barrel}, 'finish', ${dropVariants.finish}, 'priceCents', ${dropVariants.price})
        order by ${sql.join(variantOrder, sql`, `)}), '[]') from ${dropVariants} where ${dropVariants.dropId} = ${drops.id}) as current
    from ${drops} where ${drops.slug} = ${value('slug')}`,
)

/**
 * What a number was offered as: the variant that its buyer chose, else by the version of the drop's facts that it was bought
 * under, else as the drop is now.
 */
export async function findUnitOffered(
  db: Db,
  slug: string,
  { plate, unitCents, variant }: OfferedLine,
): Promise<Offered | undefined> {
  const said = {
    includes: offeredWords.includedWithNumber,
    depositCents: unitCents,
    balance: 'before_agreement' as const,
  }
  if (variant) return { ...said, variants: [variant] }
  const [drop] = await dropAsOffered(db, { slug, version: plate?.version ?? 1 })
  if (!drop) return undefined
  const variants = (drop.stored ?? drop.current).map((each) => offeredVariant(drop, each, each.priceCents))
  const plain = offeredVariant(drop, { name: '', caliber: '', barrel: '', finish: '' }, null)
  return { ...said, variants: variants.length > 0 ? variants : [plain] }
}
