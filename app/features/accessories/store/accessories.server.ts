import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { contains } from '#app/db/contains.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { type Paging, pagingOf } from '#app/kit/paging.ts'
import type { Accessory, AccessoryFilter, Category, ShippedGoods } from '../rules.ts'
import { accessories, accessoryCategories, accessoryHolds } from '../tables.ts'

/** Quantity neither held nor sold; an expired hold counts as free. Never negative. */
export const left = (now: Date) => sql<number>`greatest(0, ${accessories.stock} - coalesce((
  select sum(${accessoryHolds.quantity}) from ${accessoryHolds}
  where ${accessoryHolds.accessoryId} = ${accessories.id}
    and (${accessoryHolds.state} = 'sold' or ${accessoryHolds.heldUntil} > ${now})), 0))::int`

/** A product with the quantity left. */
export type CountedAccessory = Accessory & { left: number }

/** The categories on the page, in their order. */
export function listCategories(db: Db): Promise<Category[]> {
  const { slug, name } = accessoryCategories
  return db
    .select({ slug, name })
    .from(accessoryCategories)
    .where(eq(accessoryCategories.state, 'visible'))
    .orderBy(asc(accessoryCategories.position), asc(slug))
}

const isShown = and(eq(accessories.state, 'visible'), eq(accessoryCategories.state, 'visible'))
const price = (now: Date) => priceAtSql('accessory', accessories.id, accessories.priceCents, now)

const inGridOrder = [asc(accessories.position), asc(accessories.id)]

function selectShown(db: Db, now: Date, ...conditions: (SQL | undefined)[]) {
  return db
    .select({ row: accessories, left: left(now), cents: price(now) })
    .from(accessories)
    .innerJoin(accessoryCategories, eq(accessoryCategories.slug, accessories.category))
    .where(and(isShown, ...conditions))
    .orderBy(...inGridOrder)
    .$dynamic()
}

/** The products on sale in grid order, with their price and the quantity left at `now`: all, or the first of them. */
export async function listAccessories(db: Db, now: Date, max?: number): Promise<CountedAccessory[]> {
  const all = selectShown(db, now)
  const rows = await (max === undefined ? all : all.limit(max))
  return rows.map(toAccessory)
}

/** The products that lead the page, in grid order. */
export async function listFeatured(db: Db, now: Date, max: number): Promise<CountedAccessory[]> {
  return (await selectShown(db, now, eq(accessories.featured, true)).limit(max)).map(toAccessory)
}

/** A page of the products that meet a filter, and how many there are without it. */
export type AccessoryPage = Paging & { products: CountedAccessory[]; total: number }

/** Products that meet a filter, in grid order. Prices and stock are read for the products of the page alone. */
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

/** One product on sale with its price and the quantity left at `now`, or undefined. */
export async function findAccessory(db: Db, id: string, now: Date): Promise<CountedAccessory | undefined> {
  const [found] = await db
    .select({ row: accessories, left: left(now), cents: price(now) })
    .from(accessories)
    .innerJoin(accessoryCategories, eq(accessoryCategories.slug, accessories.category))
    .where(and(eq(accessories.id, id), isShown))
  return found && toAccessory(found)
}

/** A product with what decides where it may be sent. */
export type AccessoryWithGoods = CountedAccessory & {
  goods: ShippedGoods
  categoryName: string
  /** The platforms that it fits, by their ids. */
  fitsPlatforms: string[]
}

/** One product on sale for its own page, or undefined. */
export async function findProduct(db: Db, id: string, now: Date): Promise<AccessoryWithGoods | undefined> {
  const [found] = await db
    .select({ row: accessories, left: left(now), cents: price(now), categoryName: accessoryCategories.name })
    .from(accessories)
    .innerJoin(accessoryCategories, eq(accessoryCategories.slug, accessories.category))
    .where(and(eq(accessories.id, id), isShown))
  if (!found) return undefined
  const { fitsPlatforms } = found.row
  const { name, statesBarred, caAb1263, capacity, fits, needsAdultSignature, isGroundOnly } = found.row
  const magazine = capacity !== null && fits !== null ? { capacity, fits } : null
  return {
    ...toAccessory(found),
    categoryName: found.categoryName,
    fitsPlatforms,
    goods: { name, statesBarred, caAb1263, magazine, needsAdultSignature, isGroundOnly },
  }
}

/** Other products of the same category, in grid order. */
export async function listRelated(
  db: Db,
  { id, category }: Pick<Accessory, 'id' | 'category'>,
  now: Date,
  max: number,
): Promise<CountedAccessory[]> {
  const rows = await selectShown(db, now, eq(accessories.category, category), ne(accessories.id, id)).limit(
    max,
  )
  return rows.map(toAccessory)
}

/** What the picture of a product is made of, or undefined for an unknown product. */
export async function findPicture(db: Db, id: string) {
  const { image, name } = accessories
  const [found] = await db
    .select({ image, name, categoryName: accessoryCategories.name })
    .from(accessories)
    .innerJoin(accessoryCategories, eq(accessoryCategories.slug, accessories.category))
    .where(eq(accessories.id, id))
  return found
}

type Row = { row: typeof accessories.$inferSelect; left: number; cents: number }

function toAccessory({ row, left, cents: priceCents }: Row): CountedAccessory {
  const { id, name, description, category, image, specs, featured } = row
  return {
    id,
    name,
    priceCents,
    description,
    category,
    image,
    specs,
    featured,
    inStock: left > 0,
    left,
  }
}
