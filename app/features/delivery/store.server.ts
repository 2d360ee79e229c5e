import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { enterPrice, priceAtSql } from '#app/catalog/prices.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { ShippingMethod, Tariff, TaxClass } from './rules.ts'
import { shippingMethods, taxExemptions, taxRates } from './tables.ts'

/**
 * Rates and exemptions of all times, with where each comes from: which of them count is the rules' to say. Read anew each
 * time, as the ways of shipping are: with prices cached per process, one buyer would see two totals in turn.
 */
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

/** The operator sets the price of a way of shipping from now on, and offers it. `seen`: the revision that was read, where one was. */
export async function setShippingPrice(
  { tx, now }: UnitOfWork,
  code: string,
  cents: number,
  { by, seen }: { by: string; seen?: number },
) {
  const [before] = await tx
    .select({ revision: shippingMethods.revision })
    .from(shippingMethods)
    .where(eq(shippingMethods.code, code))
    .for('update')
  if (before && seen !== undefined && before.revision !== seen) return refuse('changed')
  const [changed] = await tx
    .update(shippingMethods)
    .set({ state: 'visible', revision: sql`${shippingMethods.revision} + 1` })
    .where(eq(shippingMethods.code, code))
    .returning({ name: shippingMethods.name })
  if (!changed) return refuse('no_such_method')
  const entered = await enterPrice(
    { tx, now },
    { kind: 'shipping_method', item: code, cents, startsAt: null, by, minCents: 0 },
  )
  return entered.ok ? { ok: true as const, name: changed.name } : entered
}

/** A new rate as the operator enters it. A row of the same place and first day is written anew. */
export type NewRate = Omit<typeof taxRates.$inferInsert, 'id' | 'asOf'>

/** The rates that were entered after the one with the id `seen`. Locked: nobody enters one until the transaction ends. */
export async function lockRatesSince({ tx }: Pick<UnitOfWork, 'tx'>, seen: number) {
  await tx.execute(sql`lock table ${taxRates} in share row exclusive mode`)
  return tx.select().from(taxRates).where(gt(taxRates.id, seen)).orderBy(asc(taxRates.id))
}

/** The operator enters a rate that holds from a day on. The one before it stays for the days before. */
export async function enterRate({ tx }: UnitOfWork, rate: NewRate, asOf: string) {
  await tx
    .delete(taxRates)
    .where(
      and(
        eq(taxRates.state, rate.state),
        sql`${taxRates.county} is not distinct from ${rate.county ?? null}`,
        eq(taxRates.effectiveFrom, rate.effectiveFrom),
      ),
    )
  await tx.insert(taxRates).values({ ...rate, asOf })
  return { ok: true as const }
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
