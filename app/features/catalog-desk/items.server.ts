import { listPriceChanges } from '#app/catalog/prices.server.ts'
import { pricePeriods, priceAt, type StockedKind } from '#app/catalog/rules.ts'
import type { RevisedRow, RevisedRows } from '#app/catalog/revised-rows.server.ts'
import type { UnitOfWork, Db } from '#app/db/db.server.ts'
import { conversionRows, packageRows, partRows, platformRows } from '#app/features/builds/store.server.ts'
import type { FieldContext } from './rules/kind.ts'
import { kindPlans, keyColumnOf, type CatalogKind, catalogKinds } from './rules/kinds.ts'
import { listStockEntries, type NewStockEntry, type StockOnHand } from '#app/catalog/stock.server.ts'
import { accessoryRows, accessoryStock, categoryRows } from '#app/features/accessories/store.server.ts'
import { courseRows, instructorRows } from '#app/features/courses/store/roster.server.ts'
import { shippingRows, taxRateRows } from '#app/features/delivery/store.server.ts'
import { listPatchDrops, patchRows, patchStock } from '#app/features/drops/store/patches.server.ts'
import { trustPackageRows } from '#app/features/trust/packs.server.ts'
import { notFound } from '#app/http/errors.ts'

export type StoredItem = {
  key: string
  row: Record<string, unknown> & { revision: number }
  priceCents?: number | undefined
  onShelf?: number | undefined
  /** How many of those on the shelf belong to orders. */
  reserved?: number | undefined
}

export const rowsOf: Record<CatalogKind, RevisedRows> = {
  accessories: accessoryRows,
  categories: categoryRows,
  patches: patchRows,
  platforms: platformRows,
  parts: partRows,
  packages: packageRows,
  conversions: conversionRows,
  trust: trustPackageRows,
  courses: courseRows,
  instructors: instructorRows,
  shipping: shippingRows,
  tax: taxRateRows,
}

type Stocks = {
  list: (db: Db, now: Date, key?: string) => Promise<Map<string, StockOnHand & { stock: number }>>
  enter: (
    work: Pick<UnitOfWork, 'tx' | 'now'>,
    key: string,
    entry: NewStockEntry,
  ) => ReturnType<typeof accessoryStock.enter>
}

export const stocksOf: Record<StockedKind, Stocks> = {
  accessory: accessoryStock,
  patch: patchStock,
}

export async function listItems(db: Db, kind: CatalogKind, now: Date): Promise<StoredItem[]> {
  const { price, stock } = kindPlans[kind]
  // One after the other: within a transaction there is one connection.
  const rows = await rowsOf[kind].list(db)
  const prices = price && (await listPriceChanges(db, price.kind))
  const stocks = stock && (await stocksOf[stock.kind].list(db, now))
  return rows.map((row) => {
    const key = String(row[keyColumnOf(kind)])
    return {
      key,
      row,
      ...(price && { priceCents: priceAt(Number(row[price.column]), prices?.get(key) ?? [], now) }),
      ...(stocks && shelfOf(stocks.get(key))),
    }
  })
}

const shelfOf = ({ onShelf, left }: StockOnHand = { onShelf: 0, left: 0 }) => ({
  onShelf,
  reserved: onShelf - left,
})

export function countItems(db: Db) {
  return Promise.all(
    catalogKinds.map(async (kind) => {
      const rows = await rowsOf[kind].list(db)
      const visible = rows.filter(({ state }) => state !== 'hidden' && state !== 'retired')
      return { kind, all: rows.length, visible: visible.length }
    }),
  )
}

export async function findItem(db: Db, kind: CatalogKind, key: string, now: Date) {
  const { price, stock } = kindPlans[kind]
  const [row, prices, stocks, entries] = await Promise.all([
    rowsOf[kind].find(db, key),
    price && listPriceChanges(db, price.kind),
    stock && stocksOf[stock.kind].list(db, now, key),
    stock && listStockEntries(db, stock.kind, key),
  ])
  return (
    row && {
      row,
      prices: price && pricePeriods(Number(row[price.column]), prices?.get(key) ?? [], now),
      stock: stocks?.get(key),
      entries: entries ?? [],
    }
  )
}

export async function findFieldContext(db: Db, timeZone: string): Promise<FieldContext> {
  const categories = await categoryRows.list(db)
  const platforms = await platformRows.list(db)
  const parts = await partRows.list(db)
  const drops = await listPatchDrops(db)
  const options: FieldContext['options'] = {
    categories: pairs(categories, 'slug'),
    platforms: pairs(platforms, 'id'),
    drops: drops.map(({ id, name }) => [id, name] as const),
  }
  for (const part of parts) {
    const source = `parts:${String(part.step)}` as const
    options[source] = [...(options[source] ?? []), [String(part.id), String(part.name)] as const]
  }
  return { timeZone, options }
}

function pairs(rows: readonly RevisedRow[], key: string) {
  return rows.map((row) => [String(row[key]), String(row.name)] as const)
}

/** The kind that an address names. @throws The 404 page for any other. */
export function requireKind(name: string): CatalogKind {
  const kind = catalogKinds.find((each) => each === name)
  if (kind) return kind
  throw notFound('No Such List', {
    text: `The catalog has no list called ${name.slice(0, 40)}.`,
    link: { to: '/staff/catalog', label: 'Catalog' },
  })
}
