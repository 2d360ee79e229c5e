import { and, eq, inArray, lt, max, ne, notInArray, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { hasLicensee } from '#app/facts/facts.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { momentIn, shownIn } from '#app/kit/dates.ts'
import { type DropPlan, planFields } from '../plan-fields.ts'
import { countUnits, type DropStatus, dropTopic, type UnitState } from '../rules.ts'
import {
  agreedOn,
  type DropProgress,
  type PreviewDay,
  openPoints,
  type PublishPoint,
  startingCents,
} from '../rules/plan.ts'
import { dropDrafts, drops, dropUnits, dropVariants } from '../tables.ts'
import { type Drop, findDrop, hasDrop, listDrops } from './drops.server.ts'
import { beginWaitlist, openUnits } from './waiting.server.ts'

type DropRow = typeof drops.$inferSelect
type Tx = UnitOfWork['tx']

export type PlannedDrop = {
  plan: DropPlan
  revision: number
  changedBy: string
  /** Missing while it is a draft. */
  drop: Drop | undefined
  progress: DropProgress
}

type Reading = { now: Date; timeZone: string; isLocked?: boolean }

/** The plan at an address, or undefined. `isLocked`: it stays as it is until the transaction ends. */
export async function findPlan(
  db: Db,
  slug: string,
  { now, timeZone, isLocked = false }: Reading,
): Promise<PlannedDrop | undefined> {
  // The draft first: whoever waits for it while it is published finds the drop.
  const ofDraft = db.select().from(dropDrafts).where(eq(dropDrafts.slug, slug)).$dynamic()
  const [draft] = await (isLocked ? ofDraft.for('update') : ofDraft)
  if (isLocked) await db.execute(sql`select from ${drops} where slug = ${slug} for update`)
  const drop = await findDrop(db, slug, now)
  if (drop) {
    const { revision, changedBy } = drop
    const plan = planOfDrop(drop, timeZone)
    const progress = await progressOf(db, drop)
    return { plan, revision, changedBy, drop, progress }
  }
  const progress: DropProgress = { isPublished: false, status: 'coming_soon', used: [] }
  return draft && { ...draft, drop: undefined, progress }
}

/** The plan that a published drop follows, as its tables have it. Moments are in the shop's zone. */
function planOfDrop(drop: Drop, timeZone: string): DropPlan {
  const shown = (moment: Date | null) => (moment ? shownIn(timeZone, moment) : '')
  return {
    ...plainOf(drop),
    house: drop.house,
    variants: drop.variants.map(({ priceCents, ...variant }) => ({
      ...variant,
      description: variant.description ?? '',
      price: priceCents,
    })),
    launchAt: shown(drop.launchDate),
    endAt: shown(drop.endDate),
  }
}

async function progressOf(db: Db, { id, status }: Drop): Promise<DropProgress> {
  const used = await db
    .select({ number: dropUnits.number })
    .from(dropUnits)
    .where(and(eq(dropUnits.dropId, id), ne(dropUnits.state, 'open'), eq(dropUnits.isHouse, false)))
  return {
    isPublished: true,
    status,
    used: used.map(({ number }) => number),
  }
}

/** Every drop that is planned or published, the newest number first, drafts without a number before them. */
export async function listPlans(db: Db, now: Date) {
  const [published, drafts] = await Promise.all([listDrops(db, now), db.select().from(dropDrafts)])
  return [
    ...drafts.map(({ slug, plan }) => ({ slug, name: plan.name, plan, drop: undefined })),
    ...published.map((drop) => ({
      slug: drop.slug,
      name: drop.name,
      plan: { dropNumber: drop.dropNumber, totalUnits: drop.totalUnits, launchAt: '' },
      drop,
    })),
  ].toSorted((one, other) => (other.plan.dropNumber ?? Infinity) - (one.plan.dropNumber ?? Infinity))
}

export async function nextDropNumber(db: Db): Promise<number> {
  const [published] = await db
    .select({ last: max(drops.dropNumber) })
    .from(drops)
    .where(lt(drops.dropNumber, 999))
  const drafts = await db.select({ plan: dropDrafts.plan }).from(dropDrafts)
  const planned = drafts.map(({ plan }) => plan.dropNumber ?? 0).filter((number) => number < 999)
  return Math.max(published?.last ?? 0, ...planned) + 1
}

export async function listOpenPoints(
  db: Db,
  { plan, drop, progress }: Pick<PlannedDrop, 'plan' | 'drop' | 'progress'>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<PublishPoint[]> {
  const isOther = drop ? ne(drops.id, drop.id) : undefined
  const slugs = await db.$count(drops, and(eq(drops.slug, plan.slug), isOther))
  const numbers = await db.$count(drops, and(eq(drops.dropNumber, plan.dropNumber ?? -1), isOther))
  return openPoints(plan, {
    hasLicensee: await hasLicensee(db),
    isSlugFree: slugs === 0,
    isNumberFree: numbers === 0,
    nowShown: shownIn(timeZone, now),
    isLaunched: progress.status !== 'coming_soon',
  })
}

export async function isSlugTaken(db: Db, slug: string): Promise<boolean> {
  return (await hasDrop(db, slug)) || (await db.$count(dropDrafts, eq(dropDrafts.slug, slug))) > 0
}

export async function createDraft(
  { tx }: UnitOfWork,
  plan: DropPlan,
  by: string,
): Promise<{ ok: true } | Refusal<'slug_taken'>> {
  if (await isSlugTaken(tx, plan.slug)) return refuse('slug_taken')
  const made = await tx
    .insert(dropDrafts)
    .values({ slug: plan.slug, plan, changedBy: by })
    .onConflictDoNothing()
    .returning({ slug: dropDrafts.slug })
  return made.length > 0 ? { ok: true } : refuse('slug_taken')
}

export async function updateDraft(
  tx: Tx,
  { plan: before, revision }: PlannedDrop,
  plan: DropPlan,
  by: string,
) {
  await tx
    .update(dropDrafts)
    .set({ slug: plan.slug, plan, revision: revision + 1, changedBy: by })
    .where(eq(dropDrafts.slug, before.slug))
}

export async function deleteDraft(tx: Tx, slug: string) {
  await tx.delete(dropDrafts).where(eq(dropDrafts.slug, slug))
}

/** A number was held or sold in the meantime, so that it can neither be aside nor unmade. */
export class NumberInUse extends Error {}

type Plain = Exclude<keyof typeof planFields, 'house' | 'launchAt' | 'endAt'>

const plainFields = (Object.keys(planFields) as (keyof typeof planFields)[]).filter(
  (field): field is Plain => field !== 'house' && field !== 'launchAt' && field !== 'endAt',
)

function plainOf(drop: DropRow): Pick<DropPlan, Plain> {
  const values = plainFields.map((field) => {
    const empty = planFields[field].blank === '' ? '' : null
    return [field, drop[field] ?? empty]
  })
  return Object.fromEntries(values) as Pick<DropPlan, Plain>
}

/** A plan as columns. What is not decided yet is the least there is: publishing needs all of it. */
function columnsOf(plan: DropPlan) {
  const values = plainFields.map((field) => {
    const isNeeded = drops[field].notNull
    const value = plan[field] === '' && !isNeeded ? null : plan[field]
    return [field, value ?? (isNeeded ? 0 : null)]
  })
  return {
    ...(Object.fromEntries(values) as Pick<DropRow, Plain>),
    totalUnits: plan.totalUnits ?? 1,
    basePrice: startingCents(plan) ?? 0,
    caliber: agreedOn(plan.variants, 'caliber'),
    barrel: agreedOn(plan.variants, 'barrel'),
  }
}

export async function publishDraft(
  { tx }: UnitOfWork,
  { plan, revision }: PlannedDrop,
  { by, timeZone }: { by: string; timeZone: string },
) {
  await deleteDraft(tx, plan.slug)
  const [drop] = await tx
    .insert(drops)
    .values({
      ...columnsOf(plan),
      status: 'coming_soon',
      launchDate: momentIn(timeZone, plan.launchAt) ?? null,
      endDate: momentIn(timeZone, plan.endAt) ?? null,
      revision: revision + 1,
      changedBy: by,
    })
    .returning({ id: drops.id })
  if (!drop) throw new Error('The drop was not stored')
  await addUnits(tx, drop.id, 1, plan.totalUnits ?? 0)
  await keepForHouse(tx, drop.id, plan.house)
  await writeVariants(tx, drop.id, plan)
}

/** Writes the change of a plan into its drop. Moments are written only where they were changed: the form shows minutes. */
export async function updateDrop(
  tx: Tx,
  { id, revision }: DropRow,
  { before, after, by, timeZone }: { before: DropPlan; after: DropPlan; by: string; timeZone: string },
): Promise<void> {
  await tx
    .update(drops)
    .set({
      ...columnsOf(after),
      ...(before.launchAt !== after.launchAt && { launchDate: momentIn(timeZone, after.launchAt) ?? null }),
      ...(before.endAt !== after.endAt && { endDate: momentIn(timeZone, after.endAt) ?? null }),
      revision: revision + 1,
      changedBy: by,
    })
    .where(eq(drops.id, id))
  const [had, has] = [before.totalUnits ?? 0, after.totalUnits ?? 0]
  const freed = before.house.filter((number) => !after.house.includes(number))
  if (freed.length > 0)
    await tx.execute(openUnits(sql`${eq(dropUnits.dropId, id)} and ${inArray(dropUnits.number, freed)}`))
  if (has < had) await removeUnits(tx, id, has, had - has)
  if (has > had) {
    await tx.execute(beginWaitlist(sql`${id}`))
    await addUnits(tx, id, had + 1, has)
  }
  const kept = after.house.filter((number) => !before.house.includes(number))
  await keepForHouse(tx, id, kept)
  await writeVariants(tx, id, after)
}

export type LifeChange = Partial<Pick<DropRow, 'status' | 'launchDate' | 'endDate' | 'pausedAt'>>

export async function changeLife(
  { tx, announce }: UnitOfWork,
  { id, slug, revision }: DropRow,
  change: LifeChange,
  by: string,
) {
  await tx
    .update(drops)
    .set({ ...change, changedBy: by, revision: revision + 1 })
    .where(eq(drops.id, id))
  announce(dropTopic(slug))
}

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
  for (const [position, { id, description, ...facts }] of variants.entries()) {
    const values = { ...facts, position, description: description || null }
    await tx
      .insert(dropVariants)
      .values({ id, dropId, ...values })
      .onConflictDoUpdate({ target: dropVariants.id, set: values, setWhere: eq(dropVariants.dropId, dropId) })
  }
}

const days: Record<PreviewDay, { status: DropStatus; share: number }> = {
  before: { status: 'coming_soon', share: 0 },
  opening: { status: 'live', share: 0 },
  half: { status: 'live', share: 0.5 },
  'sold-out': { status: 'sold_out', share: 1 },
}

export function plannedDrop(plan: DropPlan, day: PreviewDay, timeZone: string): Drop {
  const { status, share } = days[day]
  const columns = columnsOf(plan)
  const units = unitsOf(columns.totalUnits, plan.house, share)
  return {
    ...columns,
    id: '00000000-0000-4000-8000-000000000000',
    name: columns.name || 'A drop without a name',
    status,
    launchDate: momentIn(timeZone, plan.launchAt) ?? null,
    endDate: momentIn(timeZone, plan.endAt) ?? null,
    pausedAt: null,
    soldOutAt: null,
    heroImageUrl: null,
    patchArtworkUrl: null,
    colorSecondary: null,
    revision: 1,
    changedBy: '',
    variants: plan.variants.map(({ price, ...variant }) => ({
      ...variant,
      priceCents: price ?? columns.basePrice,
    })),
    units,
    house: plan.house.filter((number) => number <= columns.totalUnits),
    counts: countUnits(units),
  }
}

/** Numbers go all over the run, as they do; the same ones on each look. */
function unitsOf(total: number, house: readonly number[], share: number): UnitState[] {
  const aside = new Set(house)
  const isGone = (number: number) => (number * 0.618_034) % 1 < share
  return Array.from({ length: total }, (_, at) => (aside.has(at + 1) || isGone(at + 1) ? 'taken' : 'open'))
}
