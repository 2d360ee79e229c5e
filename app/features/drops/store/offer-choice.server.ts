// The variant of a unit that was offered to the waitlist: the shop holds the unit before its buyer could choose.
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { LineChoice } from '#app/features/orders/sellable.ts'
import { lockPayable, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { type SettledLine, settleLine } from '#app/features/orders/store/line-choice.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { offerChoicePath } from '../rules/reserve-address.ts'
import { drops, dropVariants, unitOffers } from '../tables.ts'
import { variantOrder } from './drops.server.ts'
import { chosenVariant, lineOfVariant } from './variant-line.server.ts'

/** Whether an order holds an offered unit of a drop with several variants, and whether its variant is still open. */
export async function findVariantChoice(
  db: Db,
  orderId: string,
  { slug, variant, offer }: { slug: string; variant?: string | undefined; offer?: string | undefined },
): Promise<LineChoice | undefined> {
  if (offer === undefined) return undefined
  const { rows } = await db.execute(sql`
    select from ${unitOffers} where ${unitOffers.orderId} = ${orderId} and (
      select count(*) from ${dropVariants} join ${drops} on ${drops.id} = ${dropVariants.dropId}
      where ${drops.slug} = ${slug}) > 1`)
  if (rows.length === 0) return undefined
  return { isOpen: variant === undefined, to: offerChoicePath(orderId), label: 'Change the variant' }
}

/** The variants that the buyer of an offered unit of a drop chooses from; empty where there is no choice. */
export async function listOfferedVariants(
  db: Db,
  dropId: string,
): Promise<{ name: string; priceCents: number }[]> {
  const variants = await db
    .select({
      name: dropVariants.name,
      priceCents: sql<number>`coalesce(${dropVariants.price}, ${drops.basePrice})`,
    })
    .from(dropVariants)
    .innerJoin(drops, eq(drops.id, dropVariants.dropId))
    .where(eq(dropVariants.dropId, dropId))
    .orderBy(...variantOrder)
  return variants.length > 1 ? variants : []
}

/**
 * Writes the variant with its price on the line of an offered unit, as they are now. It may be chosen again until it is
 * paid for. Refused on an order that is over or being paid, and for a variant that the drop does not have.
 */
export async function chooseOfferedVariant(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, variant }: { orderId: string; variant: string },
) {
  const { tx } = work
  const found = await lockPayable(work, sellables, orderId)
  if (!found.ok) return found
  const [held] = found.lines
  const [offer] = await tx.select().from(unitOffers).where(eq(unitOffers.orderId, orderId))
  if (!held || !offer) return refuse('expired')
  const stored = sql`${JSON.stringify(held.line.ref)}::jsonb`
  const { rows } = await tx.execute<SettledLine>(sql`
    select ${lineOfVariant(sql`(${stored} ->> 'number')::int`, sql`${offer.id}::text`)}
    from ${drops} lot cross join lateral (${chosenVariant(sql`jsonb_build_object('variant', ${variant}::text)`)}) chosen
    where lot.id = ${offer.dropId}`)
  const [line] = rows
  if (!line) return refuse('variant_gone')
  await settleLine(work, orderId, held.line.position, line)
  return { ok: true as const }
}
