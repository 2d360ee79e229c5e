import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { coalesceReads } from '#app/db/cached-query.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { heldStock, without } from '#app/db/held-stock.server.ts'
import { columnsOf, type RawRow, rowReader } from '#app/db/row.server.ts'
import { statement } from '#app/db/statement.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { CartGood } from '../../cart/rules.ts'
import {
  dropPatchPicture,
  dropTopic,
  earlyAccessMs,
  isEarlyAccess,
  maxUnits,
  mayChooseVariant,
  mayHold,
  cartIdOf,
  parseCartId,
  reserveAddress,
} from '../rules.ts'
import { drops, dropUnits, dropVariants, unitOffers } from '../tables.ts'
import { patchSubjects } from './artwork.server.ts'
import { findDrop } from './drops.server.ts'
import { earlyCodeRefusal, usableCodeQuery } from './patches.server.ts'
import { findVariantChoice, chosenVariant, lineOfVariant, findUnitOffered } from './variants.server.ts'
import { isWaitedFor, openUnits } from './waiting.server.ts'

const unitRef = z.object({
  slug: z.string().min(1).max(80),
  /** The chosen number; `null` takes the lowest one that is open. */
  number: z.number().int().min(1).max(maxUnits).nullable(),
  /** The hash of an early-access code, before the launch. Stored on the unit, not the order. */
  earlyCode: z.string().max(64).optional(),
  variant: z.uuid().optional(),
  /** The waitlist offer that takes the unit. Valid only while the offer is being made. */
  offer: z.uuid().optional(),
})

export type UnitRef = z.infer<typeof unitRef>

const readDrop = rowReader(drops)

const openUnit = sql`${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken'
  and (${dropUnits.state} = 'open' or ${dropUnits.heldUntil} <= ${sql.placeholder('now')})
  and not ${isWaitedFor(sql`${drops}`, sql`${sql.placeholder('now')}::timestamptz`)}`

/** A drop and what is left of it. Concurrent reads share one query, because hundreds arrive when a drop sells out. */
const readOnSale = statement<
  RawRow & { remaining: number; hasOpen: boolean; isOpen: boolean; variantIds: string[] }
>(
  () => sql`
    select ${columnsOf(drops)},
      (select count(*)::int from ${dropUnits} where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken') as remaining,
      exists (select 1 from ${dropUnits} where ${openUnit}) as "hasOpen",
      exists (select 1 from ${dropUnits} where ${openUnit}
        and (${sql.placeholder('number')}::int is null or ${dropUnits.number} = ${sql.placeholder('number')}::int)) as "isOpen",
      array(select ${dropVariants.id}::text from ${dropVariants} where ${dropVariants.dropId} = ${drops.id}) as "variantIds"
    from ${drops} where ${drops.slug} = ${sql.placeholder('slug')}`,
)

const dropOnSale = coalesceReads(
  (db, args: { slug: string; number: number | null; now: Date }) => readOnSale(db, args),
  ({ slug, number }) => `${slug} ${number}`,
)

export const dropUnit = {
  kind: 'drop_unit',
  parseRef: (ref) => unitRef.parse(ref),
  topic: ({ slug }) => dropTopic(slug),
  limit: {
    scope: ({ slug }) => slug,
    number: ({ number }) => number,
    bounds: (refs) => sql`
      select slug as scope, max_per_buyer as max, unpaid_per_network, total_units as run from ${drops}
      where slug in (select ref ->> 'slug' from (${refs}) wanted)`,
  },

  async refusal({ tx, now }, { slug, number, earlyCode, variant }) {
    const [found] = await dropOnSale(tx, { slug, number, now })
    if (!found) return refuse('drop_not_found')
    const drop = readDrop(found)
    const life = { ...drop, remaining: found.remaining }
    const verdict = isEarlyAccess(life, now)
      ? await earlyCodeRefusal(tx, drop.id, earlyCode)
      : mayHold(life, now)
    if (!verdict.ok) return verdict
    if (number !== null && number > drop.totalUnits) return refuse('no_such_unit')
    const choice = mayChooseVariant(found.variantIds, variant)
    if (!choice.ok) return choice
    const isUnderLock = found.isOpen // and yet it could not be had
    return { ...refuse(number === null || !found.hasOpen ? 'none_open' : 'unit_taken'), isUnderLock }
  },

  // The conditions repeat `mayHold` to save a query; a test compares the two.
  stock: (ref, now) => sql`
    select unit.drop_id, unit.number, lot.early_code,
      ${lineOfVariant(sql`unit.number`, sql`${ref} ->> 'offer'`)},
      lot.name as title,
      1 as quantity,
      lot.deposit_price as unit_cents,
      'ffl_transfer' as fulfillment,
      lot.item_class as item_class,
      ${without('tax_class', 'refund_until', 'magazine', 'flags')}
    from (
      select *, case when status = 'coming_soon' and launch_date > ${now} and launch_date <= ${now} + ${earlyWindow}
        then (${usableCodeQuery(sql`${drops.id}`, sql`${ref} ->> 'earlyCode'`)}) end as early_code
      from ${drops} where slug = ${ref} ->> 'slug'
    ) lot cross join lateral (${chosenVariant(ref)}) chosen
    cross join lateral (
      select drop_id, number from ${dropUnits}
      where drop_id = lot.id and state <> 'taken' and (state = 'open' or held_until <= ${now})
        and (${ref} ->> 'number' is null or number = (${ref} ->> 'number')::int)
      order by number limit 1
      for update skip locked
    ) unit
    where (lot.status in ('live', 'sold_out')
        or (lot.status = 'coming_soon' and (lot.launch_date <= ${now} or lot.early_code is not null)))
      and (lot.end_date is null or lot.end_date > ${now})
      and lot.paused_at is null
      and (not ${isWaitedFor(sql.raw('lot'), now)}
        or exists (select from ${unitOffers} offer where offer.id = (${ref} ->> 'offer')::uuid
          and offer.drop_id = lot.id and offer.order_id is null))`,

  take: (from, found, orderId, until) => sql`
    update ${dropUnits} set state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1, early_code = ${found}.early_code
    from ${from}
    where ${dropUnits.dropId} = ${found}.drop_id and ${dropUnits.number} = ${found}.number`,

  ...heldStock({ table: dropUnits, state: dropUnits.state, stateName: 'state', sold: 'taken' }),

  release: (orderId, ref) =>
    openUnits(sql`${dropUnits.orderId} = ${orderId}${ref ? sql` and ${isUnit(ref)}` : sql``}`),

  offered: (db, line, { slug }) => findUnitOffered(db, slug, line),

  choice: (db, orderId, ref) => findVariantChoice(db, orderId, ref),

  async payRefusal({ tx }, ref, orderId) {
    if (ref.variant !== undefined) return undefined
    const choice = await findVariantChoice(tx, orderId, ref)
    return choice && refuse('choice_open')
  },
} satisfies Sellable<UnitRef>

export type UnitRefusal =
  | 'drop_not_found'
  | 'no_such_unit'
  | 'none_open'
  | 'unit_taken'
  | Extract<Awaited<ReturnType<typeof earlyCodeRefusal>>, { ok: false }>['why']
  | Extract<ReturnType<typeof mayHold>, { ok: false }>['why']
  | Extract<ReturnType<typeof mayChooseVariant>, { ok: false }>['why']

const earlyWindow = sql.raw(`interval '${earlyAccessMs / 1_000} seconds'`)

function isUnit(ref: SQL): SQL {
  return sql`${dropUnits.number} = (${ref} ->> 'number')::int
    and ${dropUnits.dropId} = (select id from ${drops} where slug = ${ref} ->> 'slug')`
}

/** How a cart shows a number: quantity one, at its deposit. A cart does not hold it; the order does. */
export const unitGood: CartGood = {
  ref: (id) => parseCartId(id) ?? { slug: id, number: null },
  idOf: (ref) => {
    const { slug, number, variant } = dropUnit.parseRef(ref)
    return cartIdOf(slug, number ?? 0, variant)
  },
  groupOf: (id) => parseCartId(id)?.slug ?? id,
  async describe(db, id, now) {
    const ref = parseCartId(id)
    const drop = ref && (await findDrop(db, ref.slug, now))
    const unit = drop?.units[ref?.number ? ref.number - 1 : -1]
    if (!ref || !drop || !unit) return undefined
    const { variants } = drop
    const choice = mayChooseVariant(
      variants.map((each) => each.id),
      ref.variant,
    )
    const chosen = variants.length > 1 ? variants.find((each) => each.id === ref.variant) : undefined
    const canBeHeld = unit === 'open' && mayHold({ ...drop, remaining: drop.counts.remaining }, now).ok
    const number = `Number ${ref.number} of ${drop.totalUnits}`
    return {
      title: drop.name,
      detail: choice.ok
        ? [number, chosen?.name, 'refundable deposit'].filter(Boolean).join(', ')
        : `${number}. Choose its variant on the page of the number.`,
      unitCents: drop.depositPrice,
      left: canBeHeld && choice.ok ? 1 : 0,
      maxPerOrder: 1,
      picture: drop.patchArtworkUrl ?? dropPatchPicture(drop.slug, patchSubjects(drop, []).own.version).src,
      path: reserveAddress(drop, ref.number, ref.variant),
      isParcel: false,
      maxPerBuyer: drop.maxPerBuyer,
      itemClass: drop.itemClass,
    }
  },
}

/** The order that took a unit; undefined if it is not taken or was sold before this shop had orders. */
export async function findUnitOrder(db: Db, slug: string, number: number): Promise<string | undefined> {
  const [unit] = await db
    .select({ orderId: dropUnits.orderId })
    .from(dropUnits)
    .innerJoin(drops, eq(drops.id, dropUnits.dropId))
    .where(and(eq(drops.slug, slug), eq(dropUnits.number, number), eq(dropUnits.state, 'taken')))
  return unit?.orderId ?? undefined
}
