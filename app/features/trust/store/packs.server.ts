import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { heldStock } from '#app/db/held-stock.server.ts'
import { hashSecret } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { CartGood } from '../../cart/rules.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import { isFormFiled } from '#app/features/orders/rules/refund-clock.ts'
import type { EnclosedLine, Sellable } from '#app/features/orders/sellable.ts'
import { isReservationActive, isReservationFiled } from '#app/features/orders/store.server.ts'
import { packAlone, cartPackId, concernsTrust, packageKinds } from '../rules.ts'
import { comesWithWords, freeWithNumber } from '../words.ts'
import { freePackEnclosure, promisedPackEnclosure } from '../words/free-pack.ts'
import { grantFreePacks } from './grants.server.ts'
import { earnsFreePack, earnsSql, listMadePackages, listTrustPackages } from './packages.server.ts'
import { findPack } from './worksheet.server.ts'
import { trustDownloads as downloads, trustPackages, trustPacks as packs } from '../tables.ts'

const id = z.string().regex(/^[0-9A-Z]{10,32}$/)

/** The pack as requested. A code is hashed when parsed. */
const requestedRef = z.discriminatedUnion('package', [
  z.object({ package: z.literal('trust-only') }),
  z
    .object({ package: z.literal('free'), code: z.string().max(60) })
    .transform(({ code }) => ({ package: 'free' as const, codeHash: hashSecret(normalizeCode(code)) })),
])
/** The pack as stored with an order. */
const orderedRef = z.object({ package: z.enum(packageKinds), pack: id })

/** A pack as requested or as ordered. */
export type PackRef = z.output<typeof requestedRef> | z.output<typeof orderedRef>

/** The pack's id, or undefined for a line that is not a pack. */
export function packIdOf(ref: unknown): string | undefined {
  return orderedRef.safeParse(ref).data?.pack
}

/**
 * The trust pack as a sellable: a download. Bought it is unlimited. By a code there is one row, which one
 * order at a time can hold; a code is void once its reservation is refunded. Prices are the current package prices.
 */
export const trustPack = {
  kind: 'trust_pack',
  parseRef: (ref) => z.union([orderedRef, requestedRef]).parse(ref),
  topic: () => null,

  async refusal({ tx, now }, ref) {
    const isFree = 'codeHash' in ref
    const offers = await (isFree ? listMadePackages : listTrustPackages)(tx, now)
    if (!packAlone(offers)) return refuse('pack_not_sold')
    if (!isFree) return undefined
    const [granted] = await tx
      .select({
        state: packs.state,
        heldUntil: packs.heldUntil,
        isActive: sql<boolean>`${packs.earnedOrder} is null or ${isReservationActive(sql`${packs.earnedOrder}`, sql`${packs.earnedPosition}`)}`,
        isEarned: sql<boolean>`${packs.earnedOrder} is null or ${isReservationFiled(sql`${packs.earnedOrder}`, sql`${packs.earnedPosition}`)}`,
      })
      .from(packs)
      .where(eq(packs.codeHash, ref.codeHash))
    if (!granted) return refuse('code_unknown')
    if (granted.state === 'taken') return refuse('code_used')
    if (granted.state === 'void' || !granted.isActive) return refuse('code_void')
    if (!granted.isEarned) return refuse('code_early')
    return granted.heldUntil && granted.heldUntil > now ? refuse('code_held') : undefined
  },

  stock: (ref, now) => sql`
    select requested.package, named.id,
      jsonb_build_object('package', requested.package, 'pack', named.id) as ref,
      'Trust pack' as title,
      case requested.package when 'free' then 'With your reserved firearm' else offer.name end as detail,
      1 as quantity,
      case requested.package when 'free' then 0 else offer.price_cents end as unit_cents,
      'digital' as fulfillment,
      null::text as tax_class,
      null::text as item_class,
      null::timestamptz as refund_until,
      null::jsonb as magazine,
      null::jsonb as plate,
      null::jsonb as firearm,
      null::jsonb as flags,
      null::jsonb as variant
    from (select ${ref} ->> 'package' as package) requested
    join lateral (
      select name, ${priceAtSql('trust_package', sql`slug`, sql`price_cents`, now)} as price_cents from ${trustPackages}
      where state = 'visible' and besides is null
      order by 2, slug limit 1
    ) offer on true
    left join lateral (
      select pack.id from ${packs} pack
      where pack.code_hash = ${ref} ->> 'codeHash'
        and (pack.state = 'open' or (pack.state = 'held' and pack.held_until <= ${now}))
        and (pack.earned_order is null or ${isReservationFiled(sql`pack.earned_order`, sql`pack.earned_position`)})
      for update of pack skip locked
    ) granted on true
    cross join lateral (
      select coalesce(granted.id, upper(replace(gen_random_uuid()::text, '-', ''))) as id
    ) named
    where requested.package = 'trust-only' or granted.id is not null`,

  take: (from, found, orderId, until) => sql`
    insert into ${packs} (id, package, state, order_id, held_until, hold_version)
    select ${found}.id, ${found}.package, 'held', ${orderId}, ${until}, 1 from ${from}
    on conflict (id) do update
    set state = 'held', order_id = excluded.order_id, held_until = excluded.held_until, hold_version = 1`,

  ...heldStock({ table: packs, state: packs.state, stateName: 'state', sold: 'taken' }),

  // A code without a download can be used again. The answers are deleted.
  release: (orderId, ref) => sql`
    update ${packs} set order_id = null, held_until = null, answers = null, answers_at = null,
      state = case
        when ${packs.codeHash} is not null
          and not exists (select 1 from ${downloads} where ${downloads.packId} = ${packs.id}) then 'open'
        else 'void' end
    where ${packs.orderId} = ${orderId}
      ${ref === undefined ? sql`` : sql`and ${packs.id} = ${ref} ->> 'pack'`}`,

  page: (orderId) => ({ to: `/orders/${orderId}/trust`, label: 'Worksheet and documents' }),
  // Not once a free pack has ended with its reservation.
  hasPage: async (db, orderId) => (await findPack(db, orderId)) !== undefined,
} satisfies Sellable<PackRef>

/** Adds a free pack per NFA item to a sellable, by a code once its form is filed; the confirmation says so. */
export function withFreePack<Of extends { kind: SellableKind }>(sellable: Of) {
  const comesWith = (itemClass: ItemClass | null) =>
    concernsTrust(itemClass) ? { words: comesWithWords(sellable.kind), from: '/trust' } : null
  return { ...sellable, enclose: encloseCodes, page: freePackPage, hasPage: hasFreePack, comesWith }
}

/** Codes are signed, not stored, so every call returns the same ones. */
const encloseCodes: NonNullable<Sellable['enclose']> = async (work, certify, orderId, lines) => {
  const earning = lines.filter(({ itemClass }) => concernsTrust(itemClass))
  if (earning.length === 0 || !(await earnsFreePack(work.tx, orderId))) return undefined
  const positions = earning.filter(({ stage }) => isFormFiled(stage)).map(({ position }) => position)
  if (positions.length === 0) return promisedPackEnclosure(orderId, earning.length)
  return freePackEnclosure(await grantFreePacks(work, certify, orderId, positions))
}

function freePackPage(
  orderId: string,
  _ref: unknown,
  itemClass: string | null,
  stage: EnclosedLine['stage'],
) {
  if (!concernsTrust(itemClass)) return null
  const label = isFormFiled(stage) ? 'Free trust pack' : 'Free trust pack, once your form is filed'
  return { to: `/orders/${orderId}/trust`, label }
}

/** A pack that was granted is there, whatever is sold today. */
async function hasFreePack(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from ${packs} where ${packs.earnedOrder} = ${orderId}) or ${earnsSql(sql`${orderId}`)} as has`)
  return rows[0]?.has ?? false
}

/** The pack in a cart: at most one, at the price of the pack alone. */
export const packGood: CartGood = {
  ref: () => ({ package: 'trust-only' }),
  idOf: () => cartPackId,
  freeWith: (itemClass) => (concernsTrust(itemClass) ? freeWithNumber : undefined),
  async describe(db, id, now) {
    const alone = id === cartPackId ? packAlone(await listTrustPackages(db, now)) : undefined
    if (!alone) return undefined
    return {
      title: 'Trust pack',
      detail: 'Digital download',
      unitCents: alone.priceCents,
      left: null,
      maxPerOrder: 1,
      picture: null,
      path: '/trust',
      isParcel: false,
    }
  },
}
