import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { ShippingMethod, Tariff, TaxClass } from './rules.ts'
import { shippingMethods, taxExemptions, taxRates } from './tables.ts'

/**
 * Rates and exemptions of all times, with where each comes from: which of them count is the rules' to say. Read anew each
 * time, as the ways of shipping are: processes that remembered prices on their own would tell one buyer two totals in turn.
 */
export async function listTariff(db: Db) {
  const [rates, exemptions] = await Promise.all([
    db.select().from(taxRates).orderBy(asc(taxRates.state), sql`${taxRates.county} nulls first`),
    db.select().from(taxExemptions).orderBy(asc(taxExemptions.state), asc(taxExemptions.effectiveFrom)),
  ])
  return { rates, exemptions } satisfies Tariff
}

/** The ways of shipping that are offered now, in their order. */
export async function findShippingMethods(db: Db): Promise<ShippingMethod[]> {
  return db
    .select()
    .from(shippingMethods)
    .where(eq(shippingMethods.isOffered, true))
    .orderBy(asc(shippingMethods.position))
}

/** Rates, exemptions and ways of shipping as a new shop begins with them. */
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

/** Every way of shipping, offered or not, for the operator. */
export function listAllShippingMethods(db: Db) {
  return db.select().from(shippingMethods).orderBy(asc(shippingMethods.position))
}

/** The operator sets the price of a way of shipping, and offers it. */
export async function setShippingPrice({ tx }: UnitOfWork, code: string, priceCents: number) {
  const changed = await tx
    .update(shippingMethods)
    .set({ priceCents, isOffered: true })
    .where(eq(shippingMethods.code, code))
    .returning({ name: shippingMethods.name })
  return changed[0] ? { ok: true as const, name: changed[0].name } : refuse('no_such_method')
}

/** A new rate as the operator enters it. A row of the same place and first day is written anew. */
export type NewRate = Omit<typeof taxRates.$inferInsert, 'id' | 'asOf'>

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

/** The operator says whether an exemption is in force: it was enacted, or it was not. */
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
