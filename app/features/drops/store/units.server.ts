import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { coalesceReads } from '#app/db/cached-query.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { heldStock, without } from '#app/db/held-stock.server.ts'
import { columnsOf, type RawRow, rowReader } from '#app/db/row.server.ts'
import { statement } from '#app/db/statement.server.ts'
import { type Sellable, type LineChoice, type OfferedLine, tryParse } from '#app/features/orders/sellable.ts'
import { refuse, allowed } from '#app/kit/refusal.ts'
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
  offerChoicePath,
} from '../rules.ts'
import { drops, dropUnits, dropVariants, unitOffers } from '../tables.ts'
import { patchSubjects } from './artwork.server.ts'
import { findDrop, listVariants } from './drops.server.ts'
import { earlyCodeRefusal, usableCodeQuery } from './patches.server.ts'
import { isWaitedFor, openUnits } from './waiting.server.ts'
import { type SettledLine, settleLine } from '#app/features/orders/store/shown-lines.server.ts'
import { lockPayable, type Sellables } from '#app/features/orders/store/lines.server.ts'
import type { Offered } from '#app/features/orders/goods.ts'
import { offeredWords } from '#app/features/orders/offered.ts'
import { stockReturn } from '#app/features/refunds/rules.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'

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

// In the pieces of SQL `lot` is the drop.
/** A row of nulls where the buyer of an offered unit has not chosen yet; no row where the choice is missing or not one of the drop's. */
function chosenVariant(ref: SQL): SQL {
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
function lineOfVariant(number: SQL, offer: SQL): SQL {
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

/** Not while it is being paid. What was sold here is refunded first, and stays closed once it is at the dealer or transferred. */
export async function releaseUnit(work: UnitOfWork, sellables: Sellables, slug: string, number: number) {
  const [unit] = await work.tx
    .select({
      dropId: dropUnits.dropId,
      state: dropUnits.state,
      orderId: dropUnits.orderId,
      isHouse: dropUnits.isHouse,
    })
    .from(dropUnits)
    .innerJoin(drops, eq(drops.id, dropUnits.dropId))
    .where(and(eq(drops.slug, slug), eq(dropUnits.number, number)))
  if (!unit) return refuse('no_such_unit')
  if (unit.isHouse) return refuse('kept_for_house')
  if (unit.state === 'open') return refuse('already_open')
  if (unit.state === 'held') return cancelUnitHold(work, sellables, unit.orderId ?? '')
  if (unit.orderId !== null) {
    const verdict = await mayReopen(work, unit.orderId, slug, number)
    if (!verdict.ok) return verdict
  }

  const { rows: opened } = await work.tx.execute(
    openUnits(sql`drop_id = ${unit.dropId} and number = ${number} and state = 'taken'
      and order_id is not distinct from ${unit.orderId}`),
  )
  if (opened.length === 0) return refuse('already_open')
  work.announce(dropTopic(slug))
  return { ok: true as const, was: 'taken' as const, orderId: null }
}

/** A number returned while its form was in process stays off sale until it is reopened here. */
async function mayReopen({ tx }: UnitOfWork, orderId: string, slug: string, number: number) {
  const order = await findOrder(tx, orderId)
  const line = order?.lines.find(({ kind, ref }) => {
    const unit = kind === 'drop_unit' ? tryParse(dropUnit.parseRef, ref) : undefined
    return unit?.slug === slug && unit.number === number
  })
  if (!line?.returnedAt) return refuse('refund_first')
  return stockReturn({ ...line, stage: line.returnedStage }) === 'stays' ? refuse('not_ours') : allowed
}

async function cancelUnitHold(work: UnitOfWork, sellables: Sellables, orderId: string) {
  const canceled = await cancelHold(work, sellables, orderId)
  if (canceled.ok) return { ok: true as const, was: 'held' as const, orderId }
  return canceled.why === 'already_paying' ? refuse('being_paid') : refuse('hold_is_over')
}
