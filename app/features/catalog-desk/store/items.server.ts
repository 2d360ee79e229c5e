import { listPriceChanges } from '#app/catalog/prices.server.ts'
import { pricePeriods, priceAt, type StockedKind } from '#app/catalog/rules.ts'
import type { RevisedRow, RevisedRows } from '#app/catalog/revised-rows.server.ts'
import { listStockEntries, type NewStockEntry, type StockOnHand } from '#app/catalog/stock.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { accessoryRows, accessoryStock, categoryRows } from '#app/features/accessories/store.server.ts'
import { conversionRows, packageRows, partRows, platformRows } from '#app/features/builds/store.server.ts'
import { shippingRows, taxRateRows } from '#app/features/delivery/store.server.ts'
import { listPatchDrops, patchRows, patchStock } from '#app/features/drops/store/patches.server.ts'
import { trustPackageRows } from '#app/features/trust/packs.server.ts'
import type { FieldContext } from '../rules/fields.ts'
import type { StoredItem } from '../rules/csv-plan.ts'
import { type CatalogKind, type KindPlan, isCatalogKind } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { notFound } from '#app/http/not-found.ts'

export const rowsOf: Record<CatalogKind, RevisedRows> = {
  accessories: accessoryRows,
  categories: categoryRows,
  patches: patchRows,
  platforms: platformRows,
  parts: partRows,
  packages: packageRows,
  conversions: conversionRows,
  trust: trustPackageRows,
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

function keyOf(kind: CatalogKind, row: Record<string, unknown>): string {
  return String(row[kindPlans[kind].key ?? 'id'])
}

export async function listItems(db: Db, kind: CatalogKind, now: Date): Promise<StoredItem[]> {
  const { price, stock }: KindPlan = kindPlans[kind]
  // One after the other: within a transaction there is one connection.
  const rows = await rowsOf[kind].list(db)
  const prices = price && (await listPriceChanges(db, price.kind))
  const stocks = stock && (await stocksOf[stock].list(db, now))
  return rows.map((row) => {
    const key = keyOf(kind, row)
    return {
      key,
      row,
      ...(price && { priceCents: priceAt(Number(row[price.column]), prices?.get(key) ?? [], now) }),
      ...(stock && shelfOf(stocks?.get(key))),
    }
  })
}

function shelfOf(on: StockOnHand | undefined) {
  return { onShelf: on?.onShelf ?? 0, reserved: on ? on.onShelf - on.left : 0 }
}

export async function countItems(db: Db): Promise<Map<CatalogKind, { all: number; visible: number }>> {
  const kinds = Object.keys(rowsOf) as CatalogKind[]
  const lists = await Promise.all(kinds.map((kind) => rowsOf[kind].list(db)))
  return new Map(
    kinds.map((kind, at) => {
      const rows = lists[at] ?? []
      return [
        kind,
        {
          all: rows.length,
          visible: rows.filter(({ state }) => state !== 'hidden' && state !== 'retired').length,
        },
      ]
    }),
  )
}

export async function findItem(db: Db, kind: CatalogKind, key: string, now: Date) {
  const row = await rowsOf[kind].find(db, key)
  return row && { key, row, ...(await detailsOf(db, kind, key, row, now)) }
}

async function detailsOf(db: Db, kind: CatalogKind, key: string, row: RevisedRow, now: Date) {
  const { price, stock }: KindPlan = kindPlans[kind]
  const [prices, stocks, entries] = await Promise.all([
    price ? listPriceChanges(db, price.kind) : undefined,
    stock ? stocksOf[stock].list(db, now, key) : undefined,
    stock ? listStockEntries(db, stock, key) : undefined,
  ])
  return {
    prices: price ? pricePeriods(Number(row[price.column]), prices?.get(key) ?? [], now) : undefined,
    stock: stocks?.get(key),
    entries,
  }
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
  if (isCatalogKind(name)) return name
  throw notFound('No Such List', {
    text: `The catalog has no list called ${name.slice(0, 40)}.`,
    link: { to: '/staff/catalog', label: 'Catalog' },
  })
}
