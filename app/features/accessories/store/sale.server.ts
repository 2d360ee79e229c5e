import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { countedStock } from '#app/db/counted-stock.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { CartGood } from '../../cart/rules.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { accessoryPath, maxQuantity } from '../rules.ts'
import { accessories, accessoryCategories, accessoryHolds } from '../tables.ts'
import { findAccessory } from './accessories.server.ts'

const accessoryRef = z.object({
  accessory: z.string().min(1).max(64),
  quantity: z.number().int().min(1).max(maxQuantity),
})

/** A quantity of one product. */
export type AccessoryRef = z.infer<typeof accessoryRef>

/** How orders sell an accessory: counted stock, shipped. */
export const accessory = {
  kind: 'accessory',
  parseRef: (ref) => accessoryRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { accessory: id, quantity }) {
    const found = await findAccessory(tx, id, now)
    if (!found) return refuse('accessory_not_found')
    if (found.left === 0) return refuse('out_of_stock')
    return found.left < quantity ? refuse('fewer_left') : undefined
  },

  // The row is locked in the inner select (`limit` keeps the condition outside), and stock is counted after.
  stock: (ref, now) => sql`
    select item.id as item,
      jsonb_build_object('accessory', item.id, 'quantity', (${ref} ->> 'quantity')::int) as ref,
      item.name as title,
      coalesce(item.specs[1], '') as detail,
      (${ref} ->> 'quantity')::int as quantity,
      ${priceAtSql('accessory', sql`item.id`, sql`item.price_cents`, now)} as unit_cents,
      'shipping' as fulfillment,
      case when item.capacity is not null then 'magazine' else place.tax_class end as tax_class,
      null::text as item_class,
      null::timestamptz as refund_until,
      case when item.capacity is not null
        then jsonb_build_object('capacity', item.capacity, 'fits', item.fits) end as magazine,
      null::jsonb as plate,
      null::jsonb as firearm,
      jsonb_build_object('statesBarred', item.states_barred, 'caAb1263', item.ca_ab1263,
        'needsAdultSignature', item.needs_adult_signature, 'isGroundOnly', item.is_ground_only) as flags,
      null::jsonb as variant
    from (select * from ${accessories} where id = ${ref} ->> 'accessory' limit 1 for update) item
    join ${accessoryCategories} place on place.slug = item.category
    where item.state = 'visible' and place.state = 'visible'
      and accessory_left(item.id, ${now}) >= (${ref} ->> 'quantity')::int`,

  ...countedStock({
    holds: accessoryHolds,
    item: accessoryHolds.accessoryId,
    itemName: 'accessory_id',
    itemOf: (ref) => sql`${ref} ->> 'accessory'`,
  }),
} satisfies Sellable<AccessoryRef>

/** How a cart shows an accessory. */
export const accessoryGood: CartGood = {
  ref: (id, quantity) => ({ accessory: id, quantity }),
  idOf: (ref) => accessoryRef.parse(ref).accessory,
  async describe(db, id, now) {
    const found = await findAccessory(db, id, now)
    return (
      found && {
        title: found.name,
        detail: found.specs[0] ?? '',
        unitCents: found.priceCents,
        left: found.left,
        maxPerOrder: maxQuantity,
        picture: `/art/accessories/${id}/240.webp`,
        path: accessoryPath(id),
        isParcel: true,
      }
    )
  },
}
