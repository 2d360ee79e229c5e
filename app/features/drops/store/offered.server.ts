import { eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { OfferedLine } from '#app/features/orders/sellable.ts'
import type { Offered, OfferedVariant } from '#app/features/orders/rules/goods.ts'
import { offeredWords } from '#app/features/orders/words/offered.ts'
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

/** What a number was offered as: what its line keeps, or while its variant is still to be chosen, what there is now. */
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
  const [drop] = await db.select().from(drops).where(eq(drops.slug, slug))
  if (!drop) return undefined
  const variants = await listVariants(db, drop.id)
  return { ...said, variants: variants.map((each) => offeredVariant(drop, each, each.price)) }
}
