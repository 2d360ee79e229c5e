import { asc, eq, sql } from 'drizzle-orm'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { type RevisedRows, revisedRows } from '#app/catalog/revised-rows.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { ShippingMethod, Tariff, TaxClass } from './rules.ts'
import { shippingMethods, taxExemptions, taxRates } from './tables.ts'

/** Of all times. Read anew each time: with prices cached per process, one buyer would see two totals in turn. */
export async function listTariff(db: Db) {
  const [rates, exemptions] = await Promise.all([
    db.select().from(taxRates).orderBy(asc(taxRates.state), sql`${taxRates.county} nulls first`),
    db
      .select()
      .from(taxExemptions)
      .orderBy(asc(taxExemptions.state), asc(taxExemptions.effectiveFrom), asc(taxExemptions.taxClass)),
  ])
  return { rates, exemptions } satisfies Tariff
}

export async function findShippingMethods(db: Db, now: Date): Promise<ShippingMethod[]> {
  const { code, name, text, isByAir } = shippingMethods
  return db
    .select({ code, name, text, isByAir, priceCents: price(now) })
    .from(shippingMethods)
    .where(eq(shippingMethods.state, 'visible'))
    .orderBy(asc(shippingMethods.position), asc(code))
}

const price = (now: Date) =>
  priceAtSql('shipping_method', shippingMethods.code, shippingMethods.priceCents, now)

export type ReferenceTariff = {
  rates: (typeof taxRates.$inferInsert)[]
  exemptions: (typeof taxExemptions.$inferInsert)[]
  methods: (typeof shippingMethods.$inferInsert)[]
}

/** Adds what is missing; what the operator has changed stays. */
export async function addMissingTariff(
  db: Db,
  { rates, exemptions, methods }: ReferenceTariff,
): Promise<void> {
  await db.insert(taxRates).values(rates).onConflictDoNothing()
  await db.insert(taxExemptions).values(exemptions).onConflictDoNothing()
  await db.insert(shippingMethods).values(methods).onConflictDoNothing()
}

export async function listAllShippingMethods(db: Db, now: Date) {
  const rows = await db
    .select({ row: shippingMethods, priceCents: price(now) })
    .from(shippingMethods)
    .orderBy(asc(shippingMethods.position))
  return rows.map(({ row, priceCents }) => ({ ...row, priceCents }))
}

export async function confirmExemption(
  { tx }: UnitOfWork,
  which: { state: string; taxClass: TaxClass; effectiveFrom: string },
  isConfirmed: boolean,
  asOf: string,
) {
  const changed = await tx
    .update(taxExemptions)
    .set({ isConfirmed, asOf })
    .where(
      sql`${taxExemptions.state} = ${which.state} and ${taxExemptions.taxClass} = ${which.taxClass}
        and ${taxExemptions.effectiveFrom} = ${which.effectiveFrom}`,
    )
    .returning({ name: taxExemptions.name })
  return changed[0] ? { ok: true as const, name: changed[0].name } : refuse('no_such_exemption')
}

export const shippingRows = revisedRows(shippingMethods, 'code')

const rateRows = revisedRows(taxRates, 'id', ['state', 'county', 'effectiveFrom'])

export const taxRateRows: RevisedRows = {
  ...rateRows,
  create: (work, values) => rateRows.create(work, { ...values, asOf: formatIsoDay(work.now, 'UTC') }),
  change: (work, key, seen, values) =>
    rateRows.change(work, key, seen, { ...values, asOf: formatIsoDay(work.now, 'UTC') }),
}
