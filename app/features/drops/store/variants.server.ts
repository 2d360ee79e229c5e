// In the pieces of SQL `lot` is the drop.

import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { LineChoice, OfferedLine } from '#app/features/orders/sellable.ts'
import { type SettledLine, settleLine } from '#app/features/orders/store/shown-lines.server.ts'
import { lockPayable, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { offerChoicePath } from '../rules.ts'
import { drops, dropVariants, unitOffers } from '../tables.ts'
import { listVariants } from './drops.server.ts'
import type { Offered } from '#app/features/orders/goods.ts'
import { offeredWords } from '#app/features/orders/offered.ts'

/** A row of nulls where the buyer of an offered unit has not chosen yet; no row where the choice is missing or not one of the drop's. */
export function chosenVariant(ref: SQL): SQL {
  return sql`
      with listed as (
        select id, name, coalesce(nullif(caliber, ''), lot.caliber) as caliber, coalesce(nullif(barrel, ''), lot.barrel) as barrel,
          finish, coalesce(price, lot.base_price) as price_cents, count(*) over () > 1 as is_choice
        from ${dropVariants} where drop_id = lot.id
      )
      select * from listed where id::text = ${ref} ->> 'variant' or (${ref} ->> 'variant' is null and not is_choice)
      union all
      select null, '', lot.caliber, lot.barrel, '', lot.base_price, false
      where ${ref} ->> 'variant' is null and not exists (select from listed)
      union all
      select null, null, null, null, null, null, false
      where ${ref} ->> 'variant' is null and ${ref} ->> 'offer' is not null and exists (select from listed where is_choice)`
}

/** The columns of an order line that depend on the variant, of the unit with this number. `offer` is the waitlist's, or null. */
export function lineOfVariant(number: SQL, offer: SQL): SQL {
  return sql`
      jsonb_strip_nulls(jsonb_build_object('slug', lot.slug, 'number', ${number}, 'variant', chosen.id, 'offer', ${offer})) as ref,
      'Number ' || ${number} || ' of ' || lot.total_units
        || case when chosen.is_choice then ', ' || chosen.name else '' end as detail,
      jsonb_build_object('dropName', lot.name, 'dropNumber', lot.drop_number, 'unitNumber', ${number},
        'total', lot.total_units, 'theme', lot.theme,
        'path', coalesce('/small-batch/' || lot.small_batch, '/drops/' || lot.slug)) as plate,
      jsonb_build_object('model', lot.name, 'caliber', coalesce(chosen.caliber, lot.caliber),
        'barrel', coalesce(chosen.barrel, lot.barrel), 'overall', '') as firearm,
      case when chosen.name is not null then jsonb_build_object('name', chosen.name, 'caliber', chosen.caliber,
        'barrel', chosen.barrel, 'finish', chosen.finish, 'priceCents', chosen.price_cents) end as variant`
}

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

/** May be repeated until it is paid for. Refused on an order that is over or being paid, and for another drop's variant. */
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

/** What its line says since the hold; where the buyer of an offered number has not chosen yet, the variants to choose from. */
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
  const variants = await listVariants(db, eq(drops.slug, slug))
  if (variants.length > 0) return { ...said, variants }
  const [drop] = await db.select().from(drops).where(eq(drops.slug, slug))
  if (!drop) return undefined
  const { caliber, barrel, basePrice: priceCents } = drop
  return { ...said, variants: [{ name: '', caliber, barrel, finish: '', priceCents }] }
}
