import { without } from '#app/db/held-stock.server.ts'
import { z } from 'zod'
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { contains } from '#app/db/sql.ts'
import type { Db } from '#app/db/db.server.ts'
import { columnsOf } from '#app/db/row.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { type Paging, pagingOf } from '#app/kit/paging.ts'
import {
  type AccessoryFilter,
  accessoryPath,
  type Category,
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
  id: z.string().min(1).max(64),
  stock: accessories.stock,
})

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

function selectShown(db: Db, now: Date, which?: SQL) {
  return db
    .select({
      row: accessories,
      left: counted.left(now),
      cents: price(now),
      categoryName: accessoryCategories.name,
    })
    .from(accessories)
    .innerJoin(accessoryCategories, eq(accessoryCategories.slug, accessories.category))
    .where(and(isShown, which))
    .orderBy(...inGridOrder)
    .$dynamic()
}

export type Accessory = Awaited<ReturnType<typeof readShown>>[number]

/** As they are sold now. `left`: how many are neither held nor sold. */
async function readShown(db: Db, now: Date, which?: SQL, max?: number) {
  const shown = selectShown(db, now, which)
  const rows = await (max === undefined ? shown : shown.limit(max))
  return rows.map(({ row, cents: priceCents, ...more }) => ({ ...row, ...more, priceCents }))
}

export function listAccessories(db: Db, now: Date, max?: number): Promise<Accessory[]> {
  return readShown(db, now, undefined, max)
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
  return { ...paging, total, products: await readShown(db, now, inArray(accessories.id, ids)) }
}

/** Composed once: a cart asks it for each of its lines. */
const readAccessory = statement<Accessory>(() => {
  const now = sql`${value('now')}::timestamptz`
  return sql`select ${columnsOf(accessories)}, ${counted.left(now)} as "left", ${price(now)} as "priceCents",
      ${accessoryCategories.name} as "categoryName"
    from ${accessories} join ${accessoryCategories} on ${accessoryCategories.slug} = ${accessories.category}
    where ${accessories.id} = ${value('id')} and ${isShown}`
})

export async function findAccessory(db: Db, id: string, now: Date): Promise<Accessory | undefined> {
  const [found] = await readAccessory(db, { id, now: now.toISOString() })
  return found
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

export const accessory = counted.sellable(findAccessory, {
  price: sql`item.price_cents`,
  columns: () => sql`
    coalesce(item.specs[1], '') as detail,
    case when item.capacity is not null then 'magazine' else place.tax_class end as tax_class,
    case when item.capacity is not null
      then jsonb_build_object('capacity', item.capacity, 'fits', item.fits) end as magazine,
    jsonb_build_object('statesBarred', item.states_barred, 'caAb1263', item.ca_ab1263,
      'needsAdultSignature', item.needs_adult_signature, 'isGroundOnly', item.is_ground_only) as flags,
    ${without('item_class', 'refund_until', 'plate', 'firearm', 'variant')}`,
  join: sql`join ${accessoryCategories} place on place.slug = item.category`,
  isShown: sql`place.state = 'visible'`,
})

export const accessoryGood = counted.good(findAccessory, ({ id, specs, priceCents: unitCents }) => ({
  detail: specs[0] ?? '',
  unitCents,
  picture: picturePath(id, 240),
  path: accessoryPath(id),
}))

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
