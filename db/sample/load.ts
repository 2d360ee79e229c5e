import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { unsetFacts } from '#app/facts/facts.ts'
import { shopFacts } from '#app/facts/tables.ts'
import { accessories, accessoryCategories } from '#app/features/accessories/tables.ts'
import { addMissingClaims } from '#app/features/claims/store.server.ts'
import {
  addMissingLocalRules,
  addMissingPurchaseAges,
  addMissingStateRules,
} from '#app/features/compliance/store/state-rules.server.ts'
import { addMissingTariff } from '#app/features/delivery/store.server.ts'
import { drops, dropUnits, dropVariants, patches } from '#app/features/drops/tables.ts'
import { trustPackages } from '#app/features/trust/tables.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { sampleLicensee } from './licensee.ts'
import { addBuilds } from './builds.ts'
import { addCourses } from './courses.ts'
import { addDealers } from './dealers.ts'
import { sampleAccessories, sampleCategories } from './data/accessories.ts'
import { referenceClaims } from './data/claims.ts'
import { referenceTariff } from './data/delivery.ts'
import { sampleDrops } from './data/drops.ts'
import { referenceLocalRules } from './data/local-rules.ts'
import { referencePurchaseAges } from './data/purchase-ages.ts'
import stateRules from './data/state-rules.json' with { type: 'json' }
import { sampleTrustPackages } from './data/trust-packages.ts'
import type { RelativeHour, SampleDrop } from './sample-drop.ts'
import { noteSample } from './remove.ts'
import { firstHourAfter } from './shop-hour.ts'

/** Any number, as long as every process uses the same one. */
const loadingLock = 7_226_001

/** Adds only what is missing, so it runs at every start; changes by staff stay. */
export async function loadReference(db: Db): Promise<void> {
  await loadAlone(db, addReference)
}

/** Dates are relative to `now` in the shop's time zone. A shop with any drop keeps its catalog. */
export async function loadSample(
  db: Db,
  now: Date,
  zone = 'America/New_York',
): Promise<'loaded' | 'already there'> {
  return loadAlone(db, async (tx) => {
    await addReference(tx)
    const [known] = await tx.select({ id: drops.id }).from(drops).limit(1)
    if (known) return 'already there'
    for (const sample of sampleDrops) await addDrop(tx, sample, now, zone)
    await addCourses(tx, now, zone)
    await addBuilds(tx, now)
    await addDealers(tx, now)
    await tx.insert(accessoryCategories).values(sampleCategories)
    await tx.insert(accessories).values(sampleAccessories.map((item, at) => ({ ...item, position: at + 1 })))
    await tx.insert(trustPackages).values(sampleTrustPackages)
    await addLicensee(tx, now, zone)
    await noteSample(tx)
    return 'loaded'
  })
}

/** Who makes and sells the sample, until the owner types the licensee. */
async function addLicensee(tx: Db, now: Date, zone: string): Promise<void> {
  const sample = { ...unsetFacts(zone), ...sampleLicensee }
  await tx
    .insert(shopFacts)
    .values({ ...sample, revision: 1, changedAt: now, changedBy: 'sample' })
    .onConflictDoNothing()
}

/** Several processes may start at once: one loads, the others wait until its transaction ends and find it done. */
function loadAlone<Result>(db: Db, load: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${loadingLock})`)
    return load(tx)
  })
}

async function addReference(tx: Db): Promise<void> {
  type Row = Parameters<typeof addMissingStateRules>[1][number]
  const rules = stateRules.map(({ source, ...rule }) => ({ ...rule, sources: source }) as Row)
  await addMissingStateRules(tx, rules)
  await addMissingLocalRules(tx, referenceLocalRules)
  await addMissingPurchaseAges(tx, referencePurchaseAges)
  await addMissingClaims(tx, referenceClaims)
  await addMissingTariff(tx, referenceTariff)
}

async function addDrop(tx: Db, sample: SampleDrop, now: Date, zone: string) {
  const {
    launch,
    end,
    soldOutAfterMinutes,
    taken: _,
    variants,
    patches: itsPatches,
    story,
    ...plain
  } = sample
  const at = ({ days, hour }: RelativeHour) => firstHourAfter(after(now, days * day), hour, zone)
  const launchDate = at(launch)
  const [drop] = await tx
    .insert(drops)
    .values({
      ...plain,
      story: story.join('\n\n'),
      launchDate,
      endDate: end && at(end),
      soldOutAt: soldOutAfterMinutes === null ? null : after(launchDate, soldOutAfterMinutes * minute),
    })
    .returning({ id: drops.id })
  if (!drop) throw new Error(`The sample drop ${sample.slug} was not stored`)
  await tx.insert(dropUnits).values(unitsOf(sample, drop.id))
  const same = { caliber: plain.caliber, barrel: plain.barrel, price: plain.basePrice, dropId: drop.id }
  if (variants.length)
    await tx.insert(dropVariants).values(
      variants.map(([name, description, finish], position) => ({
        ...same,
        name,
        description,
        finish,
        position,
      })),
    )
  if (itsPatches.length)
    await tx
      .insert(patches)
      .values(itsPatches.map((patch, at) => ({ ...patch, position: at + 1, dropId: drop.id })))
}

function unitsOf({ totalUnits, taken }: SampleDrop, dropId: string) {
  return Array.from({ length: totalUnits }, (_, at) => ({
    dropId,
    number: at + 1,
    state: taken === 'all' || taken.includes(at + 1) ? ('taken' as const) : ('open' as const),
  }))
}
