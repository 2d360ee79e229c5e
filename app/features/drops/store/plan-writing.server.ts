// How a plan becomes a drop, and a change of it a change of the drop.
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { agreedOn, type DropPlan, nameOf, startingCents } from '../rules/plan.ts'
import { drops, dropUnits, dropVariants, patches } from '../tables.ts'
import { beginWaitlist, openUnits } from './waiting.server.ts'

/** A number was held or sold in the meantime, so that it can neither be aside nor unmade. */
export class NumberInUse extends Error {}

/** A plan whose every point is settled. @throws Where one that publishing needs is not. */
function columnsOf(plan: DropPlan) {
  const basePrice = startingCents(plan)
  const { units, dropNumber, depositCents } = plan
  if (basePrice === null || units === null || dropNumber === null || depositCents === null)
    throw new Error('A plan was written before its list was settled')
  return {
    name: nameOf(plan),
    category: plan.category,
    tagline: plan.tagline || null,
    description: plan.description || null,
    story: plan.story || null,
    smallPrint: plan.smallPrint,
    theme: plan.theme,
    colorPrimary: plan.ground || null,
    colorAccent: plan.accent || null,
    artSeed: plan.artSeed,
    totalUnits: units,
    basePrice,
    depositPrice: depositCents,
    maxPerBuyer: plan.maxPerBuyer,
    unpaidPerNetwork: plan.unpaidPerNetwork,
    itemClass: plan.itemClass,
    caliber: agreedOn(plan.variants, 'caliber'),
    barrel: agreedOn(plan.variants, 'barrel'),
    dropNumber,
  }
}

/** Writes a new drop, not open yet, and returns its id. */
export async function insertDrop({ tx }: UnitOfWork, plan: DropPlan, timeZone: string): Promise<string> {
  const [drop] = await tx
    .insert(drops)
    .values({
      ...columnsOf(plan),
      slug: plan.slug,
      status: 'coming_soon',
      launchDate: momentIn(timeZone, plan.launchAt) ?? null,
      endDate: momentIn(timeZone, plan.endAt) ?? null,
    })
    .returning({ id: drops.id })
  if (!drop) throw new Error('The drop was not stored')
  await addUnits(tx, drop.id, 1, plan.units ?? 0)
  await keepForHouse(tx, drop.id, plan.house)
  await writeVariants(tx, drop.id, plan)
  await writePatches(tx, drop.id, plan)
  return drop.id
}

/** Writes the change of a plan into its drop. Moments are written only where they were changed: the form shows minutes. */
export async function updateDrop(
  { tx }: UnitOfWork,
  dropId: string,
  { before, after, timeZone }: { before: DropPlan; after: DropPlan; timeZone: string },
): Promise<void> {
  await tx
    .update(drops)
    .set({
      ...columnsOf(after),
      ...(before.launchAt !== after.launchAt && { launchDate: momentIn(timeZone, after.launchAt) ?? null }),
      ...(before.endAt !== after.endAt && { endDate: momentIn(timeZone, after.endAt) ?? null }),
    })
    .where(eq(drops.id, dropId))
  const [had, has] = [before.units ?? 0, after.units ?? 0]
  const freed = before.house.filter((number) => !after.house.includes(number))
  if (freed.length > 0)
    await tx.execute(openUnits(sql`${eq(dropUnits.dropId, dropId)} and ${inArray(dropUnits.number, freed)}`))
  if (has < had) await removeUnits(tx, dropId, has, had - has)
  if (has > had) {
    await tx.execute(beginWaitlist(sql`${dropId}`))
    await addUnits(tx, dropId, had + 1, has)
  }
  await keepForHouse(
    tx,
    dropId,
    after.house.filter((number) => !before.house.includes(number)),
  )
  await writeVariants(tx, dropId, after)
  await writePatches(tx, dropId, after)
}

type Tx = UnitOfWork['tx']

async function addUnits(tx: Tx, dropId: string, from: number, to: number) {
  await tx.execute(
    sql`insert into ${dropUnits} (drop_id, number) select ${dropId}::uuid, number from generate_series(${from}::int, ${to}::int) number`,
  )
}

async function removeUnits(tx: Tx, dropId: string, keep: number, count: number) {
  const removed = await tx
    .delete(dropUnits)
    .where(
      sql`${dropUnits.dropId} = ${dropId} and ${dropUnits.number} > ${keep} and ${dropUnits.state} = 'open'`,
    )
    .returning({ number: dropUnits.number })
  if (removed.length !== count) throw new NumberInUse()
}

async function keepForHouse(tx: Tx, dropId: string, numbers: readonly number[]) {
  if (numbers.length === 0) return
  const aside = await tx
    .update(dropUnits)
    .set({ state: 'taken', isHouse: true })
    .where(
      and(eq(dropUnits.dropId, dropId), inArray(dropUnits.number, [...numbers]), eq(dropUnits.state, 'open')),
    )
    .returning({ number: dropUnits.number })
  if (aside.length !== numbers.length) throw new NumberInUse()
}

async function writeVariants(tx: Tx, dropId: string, { variants }: DropPlan) {
  const ids = variants.map(({ id }) => id)
  await tx.delete(dropVariants).where(and(eq(dropVariants.dropId, dropId), notInArray(dropVariants.id, ids)))
  for (const [position, { id, priceCents, description, ...facts }] of variants.entries()) {
    const values = { ...facts, position, description: description || null, price: priceCents }
    await tx
      .insert(dropVariants)
      .values({ id, dropId, ...values })
      .onConflictDoUpdate({ target: dropVariants.id, set: values, setWhere: eq(dropVariants.dropId, dropId) })
  }
}

async function writePatches(tx: Tx, dropId: string, plan: DropPlan) {
  const ids = plan.patches.map(({ id }) => id)
  await tx
    .delete(patches)
    .where(and(eq(patches.dropId, dropId), ids.length > 0 ? notInArray(patches.id, ids) : undefined))
  for (const { id, name, description, priceCents, quantity, opensEarly, position } of plan.patches) {
    const values = {
      name,
      description: description || null,
      price: priceCents ?? 0,
      availableQuantity: quantity ?? 0,
      grantsEarlyAccess: opensEarly,
      position,
    }
    await tx
      .insert(patches)
      .values({ id, dropId, ...values })
      .onConflictDoUpdate({ target: patches.id, set: values, setWhere: eq(patches.dropId, dropId) })
  }
}
