import { and, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Offered, OfferedLine, OfferedVariant } from '#app/features/orders/sellable.ts'
import { offeredWords } from '#app/features/orders/words/offered.ts'
import { dropVersions } from '../plan-tables.ts'
import { drops } from '../tables.ts'
import { listVariants } from './drops.server.ts'

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
  const [drop] = await db.select().from(drops).where(eq(drops.slug, slug))
  if (!drop) return undefined
  const [stored] = await db
    .select({ facts: dropVersions.facts })
    .from(dropVersions)
    .where(and(eq(dropVersions.dropId, drop.id), eq(dropVersions.version, plate?.version ?? 1)))
  const variants = stored
    ? stored.facts.variants.map((each) => offeredVariant(drop, each, each.priceCents))
    : (await listVariants(db, drop.id)).map((each) => offeredVariant(drop, each, each.price))
  const plain = offeredVariant(drop, { name: '', caliber: '', barrel: '', finish: '' }, null)
  return { ...said, variants: variants.length > 0 ? variants : [plain] }
}
