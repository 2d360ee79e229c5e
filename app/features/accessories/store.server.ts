import { without } from '#app/db/held-stock.server.ts'
import { z } from 'zod'
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { contains } from '#app/db/contains.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { CartGood } from '#app/features/cart/rules.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { type Paging, pagingOf } from '#app/kit/paging.ts'
import { refuse } from '#app/kit/refusal.ts'
import {
  type AccessoryFilter,
  accessoryPath,
  type Category,
  maxQuantity,
  picturePath,
  type Picture,
  shareFile,
} from './rules.ts'
import { accessories, accessoryCategories } from './tables.ts'
import type { ArtTheme } from '#app/art/art-theme.ts'
import { drawGood } from '#app/art/goods.ts'
import { drawPatchSvg } from '#app/art/patch/patch.ts'
import { drawProductCard, shareSize } from '#app/art/share-card.ts'
import type { FindArt } from '#app/http/art.server.ts'
import { brand } from '#app/kit/brand.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import { countedGoods } from '#app/features/orders/store/counted.server.ts'

const counted = countedGoods({
  kind: 'accessory',
  table: accessories,
  stock: accessories.stock,
  itemOf: (ref) => sql`${ref} ->> 'accessory'`,
})
const { left } = counted

export function listCategories(db: Db): Promise<Category[]> {
  const { slug, name } = accessoryCategories
  return db
    .select({ slug, name })
    .from(accessoryCategories)
    .where(eq(accessoryCategories.state, 'visible'))
    .orderBy(asc(accessoryCategories.position), asc(slug))
}

const isShown = and(eq(accessories.state, 'visible'), eq(accessoryCategories.state, 'visible'))
const price = (now: Date | SQL) => priceAtSql('accessory', accessories.id, accessories.priceCents, now)

const inGridOrder = [desc(accessories.featured), asc(accessories.position), asc(accessories.id)]

function selectShown(db: Db, now: Date, ...conditions: (SQL | undefined)[]) {
  return db
    .select({ row: accessories, left: left(now), cents: price(now), categoryName: accessoryCategories.name })
    .from(accessories)
    .innerJoin(accessoryCategories, eq(accessoryCategories.slug, accessories.category))
    .where(and(isShown, ...conditions))
    .orderBy(...inGridOrder)
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectShown>>[number]

/** As it is sold now. `left`: how many are neither held nor sold. */
function toAccessory({ row, left, cents, categoryName }: Row) {
  return { ...row, left, priceCents: cents, categoryName }
}

export type Accessory = ReturnType<typeof toAccessory>

export async function listAccessories(db: Db, now: Date, max?: number): Promise<Accessory[]> {
  const all = selectShown(db, now)
  const rows = await (max === undefined ? all : all.limit(max))
  return rows.map(toAccessory)
}

type AccessoryPage = Paging & { products: Accessory[]; total: number }

export async function findAccessoryPage(
  db: Db,
  now: Date,
  { filter, wanted, size }: { filter: AccessoryFilter; wanted: number; size: number },
): Promise<AccessoryPage> {
  const shownCategories = db
    .select({ slug: accessoryCategories.slug })
    .from(accessoryCategories)
    .where(eq(accessoryCategories.state, 'visible'))
  const onSale = and(eq(accessories.state, 'visible'), inArray(accessories.category, shownCategories))
  const words = filter.search.trim()
  const conditions = [
    ...(filter.category === 'all' ? [] : [eq(accessories.category, filter.category)]),
    ...(words ? [or(contains(accessories.name, words), contains(accessories.description, words))] : []),
  ]
  const [total, matching] = await Promise.all([
    db.$count(accessories, onSale),
    conditions.length ? db.$count(accessories, and(onSale, ...conditions)) : undefined,
  ])
  const paging = pagingOf({ wanted, found: matching ?? total, size })
  const ids = db
    .select({ id: accessories.id })
    .from(accessories)
    .where(and(onSale, ...conditions))
    .orderBy(...inGridOrder)
    .limit(size)
    .offset((paging.page - 1) * size)
  const rows = await selectShown(db, now, inArray(accessories.id, ids))
  return { ...paging, total, products: rows.map(toAccessory) }
}

export async function findAccessory(db: Db, id: string, now: Date): Promise<Accessory | undefined> {
  const [found] = await selectShown(db, now, eq(accessories.id, id))
  return found && toAccessory(found)
}

export async function findPicture(db: Db, id: string) {
  const { image, name } = accessories
  const [found] = await db
    .select({ image, name, categoryName: accessoryCategories.name })
    .from(accessories)
    .innerJoin(accessoryCategories, eq(accessoryCategories.slug, accessories.category))
    .where(eq(accessories.id, id))
  return found
}

const accessoryRef = z.object({
  accessory: z.string().min(1).max(64),
  quantity: z.number().int().min(1).max(maxQuantity),
})

type AccessoryRef = z.infer<typeof accessoryRef>

export const accessory = {
  kind: 'accessory',
  parseRef: (ref) => accessoryRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { accessory: id, quantity }) {
    const found = await findAccessory(tx, id, now)
    if (!found) return refuse('accessory_not_found')
    return counted.refusalOf(found.left, quantity)
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
      case when item.capacity is not null
        then jsonb_build_object('capacity', item.capacity, 'fits', item.fits) end as magazine,
      jsonb_build_object('statesBarred', item.states_barred, 'caAb1263', item.ca_ab1263,
        'needsAdultSignature', item.needs_adult_signature, 'isGroundOnly', item.is_ground_only) as flags,
      ${without('item_class', 'refund_until', 'plate', 'firearm', 'variant')}
    from (select * from ${accessories} where id = ${ref} ->> 'accessory' limit 1 for update) item
    join ${accessoryCategories} place on place.slug = item.category
    where item.state = 'visible' and place.state = 'visible'
      and ${counted.leftUnderLock(sql`item.id`, now)} >= (${ref} ->> 'quantity')::int`,

  ...counted.pieces,
} satisfies Sellable<AccessoryRef>

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
        picture: picturePath(id, 240),
        path: accessoryPath(id),
        isParcel: true,
      }
    )
  },
}

const widths = [240, 320, 480, 1280]

/** `:id/480.webp` is the picture of a product, a patch or a lit drawing; `:id/share.png` its card for shared links. */
export const accessoryArt: FindArt = async ({ db, artwork }, [id = '', file = '']) => {
  const [, digits = ''] = /^(\d+)\.webp$/.exec(file) ?? []
  const isShare = file === shareFile
  if (!isShare && !widths.includes(Number(digits))) return undefined
  const found = await findPicture(db, id)
  const svg = found && drawPicture(found.image, id)
  if (!svg) return undefined
  const sheet = isShare ? drawProductCard({ name: found.name, note: found.categoryName, svg }) : svg
  const format = isShare ? 'png' : 'webp'
  const width = isShare ? shareSize.width : Number(digits)
  return {
    version: fingerprint(`${width} ${sheet}`).slice(0, 10),
    contentType: `image/${format}`,
    soonSeconds: 86_400,
    draw: () => artwork.image(sheet, { width, format }),
  }
}

function drawPicture(picture: Picture, slug: string): string | undefined {
  const theme = patchThemes[picture]
  return theme ? drawPatchSvg({ slug, theme, ...lettering[theme] }) : drawGood(picture)
}

const patchThemes: Partial<Record<Picture, ArtTheme>> = {
  'patch-noir': 'noir',
  'patch-guerrilla': 'guerrilla',
  'patch-outlaw': 'outlaw',
  'patch-cyber': 'cyber',
}

const lettering: Record<ArtTheme, { top: string; bottom: string }> = {
  noir: { top: brand, bottom: 'Miami' },
  guerrilla: { top: 'Guerrilla', bottom: 'Line' },
  outlaw: { top: 'Outlaw', bottom: 'Line' },
  cyber: { top: 'Cyber', bottom: 'Line' },
}

export const accessoryRows = revisedRows(accessories, 'id')
export const categoryRows = revisedRows(accessoryCategories, 'slug')

export const accessoryStock = { list: counted.listStock, enter: counted.enter }
