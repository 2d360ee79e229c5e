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
import { after, day, minute, hour } from '#app/kit/clock.ts'
import { sampleLicensee, noteSample } from './remove.ts'
import { sampleAccessories, sampleCategories, sampleTrustPackages } from './data/goods.ts'
import {
  referenceClaims,
  referenceTariff,
  referenceLocalRules,
  referencePurchaseAges,
} from './data/reference.ts'
import { sampleDrops, type RelativeHour, type SampleDrop } from './data/drops.ts'
import stateRules from './data/state-rules.json' with { type: 'json' }
import { buildParts, conversions, factoryPackages, platforms } from '#app/features/builds/tables.ts'
import { sampleConversions, samplePackages, sampleParts, samplePlatforms } from './data/builds.ts'
import { closesAt, maxStudents } from '#app/features/courses/rules.ts'
import { courseSessions, courses, sessionSeats } from '#app/features/courses/tables.ts'
import { type SampleCourse, sampleCourses } from './data/courses.ts'
import { addToList, beginList, type Licensee, takeListOver } from '#app/features/dealers/store/list.server.ts'

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
    await tx.insert(accessories).values(placed(sampleAccessories))
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
  const { launch, end, soldOutAfterMinutes, taken, variants, patches: itsPatches, story, ...plain } = sample
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
  const ofDrop = { dropId: drop.id }
  const units = numbered(plain.totalUnits, (number) => taken === 'all' || taken.includes(number))
  await tx.insert(dropUnits).values(units.map((unit) => ({ ...unit, ...ofDrop })))
  const same = { caliber: plain.caliber, barrel: plain.barrel, price: plain.basePrice, ...ofDrop }
  const rows = variants.map(([name, description, finish], position) => ({
    ...same,
    name,
    description,
    finish,
    position,
  }))
  if (rows.length > 0) await tx.insert(dropVariants).values(rows)
  const ofPatches = placed(itsPatches).map((patch) => ({ ...patch, ...ofDrop }))
  if (ofPatches.length > 0) await tx.insert(patches).values(ofPatches)
}

/** The units of a drop, or the seats of a class, from 1 on. */
function numbered(count: number, isTaken: (number: number) => boolean) {
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    state: isTaken(at + 1) ? ('taken' as const) : ('open' as const),
  }))
}

/** Available platforms are dated in the past, so that they are not announced. */
export async function addBuilds(tx: Db, now: Date): Promise<void> {
  const rows = placed(samplePlatforms).map(({ isAvailable, ...platform }) => ({
    ...platform,
    availableAt: isAvailable ? after(now, -400 * day) : null,
  }))
  await tx.insert(platforms).values(rows)
  await tx.insert(buildParts).values(placed(sampleParts))
  await tx.insert(factoryPackages).values(placed(samplePackages))
  await tx.insert(conversions).values(placed(sampleConversions))
}

function placed<Item>(items: readonly Item[]): (Item & { position: number })[] {
  return items.map((item, at) => ({ ...item, position: at + 1 }))
}

/** Sessions begin at least this many days after installation, so that the first can still be booked. */
const firstDays = 4

async function addCourses(tx: Db, now: Date, zone: string): Promise<void> {
  for (const [at, sample] of sampleCourses.entries()) await addCourse(tx, sample, at + 1, now, zone)
}

async function addCourse(tx: Db, sample: SampleCourse, position: number, now: Date, zone: string) {
  const { sessions, ...plain } = sample
  const [course] = await tx
    .insert(courses)
    .values({ ...plain, position })
    .returning({ id: courses.id })
  if (!course) throw new Error(`The sample course ${sample.slug} was not stored`)
  for (const { week, weekday, hour: opens, taken } of sessions) {
    const startsAt = firstWeekday(after(now, (firstDays + week * 7) * day), weekday, opens, zone)
    const [session] = await tx
      .insert(courseSessions)
      .values({
        courseId: course.id,
        startsAt,
        endsAt: after(startsAt, sample.hours * hour),
        cutOffAt: closesAt(startsAt),
      })
      .returning({ id: courseSessions.id })
    if (!session) throw new Error(`A session of ${sample.slug} was not stored`)
    const seats = numbered(maxStudents, (number) => number <= taken)
    await tx.insert(sessionSeats).values(seats.map((seat) => ({ ...seat, sessionId: session.id })))
  }
}

/** The first instant from `from` on with this weekday and hour in the zone. */
function firstWeekday(from: Date, weekday: string, opens: number, zone: string): Date {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' })
  for (let days = 0; days < 8; days++) {
    const moment = firstHourAfter(after(from, days * day), opens, zone)
    if (name.format(moment) === weekday) return moment
  }
  throw new RangeError(`No ${weekday} within eight days of ${from.toISOString()} in ${zone}`)
}

/** Towns of the sample list, with a ZIP code each. Their dealers are made up, and their names say so. */
const towns = [
  ['Miami', 'FL', '33101'],
  ['Miami', 'FL', '33130'],
  ['Hialeah', 'FL', '33010'],
  ['Fort Lauderdale', 'FL', '33301'],
  ['Orlando', 'FL', '32801'],
  ['Tampa', 'FL', '33602'],
  ['Jacksonville', 'FL', '32202'],
  ['Atlanta', 'GA', '30303'],
  ['Birmingham', 'AL', '35203'],
  ['Charlotte', 'NC', '28202'],
  ['Columbia', 'SC', '29201'],
  ['Nashville', 'TN', '37203'],
  ['Austin', 'TX', '78701'],
  ['Houston', 'TX', '77002'],
  ['Dallas', 'TX', '75201'],
  ['Oklahoma City', 'OK', '73102'],
  ['Phoenix', 'AZ', '85003'],
  ['Las Vegas', 'NV', '89101'],
  ['Denver', 'CO', '80202'],
  ['Boise', 'ID', '83702'],
  ['Columbus', 'OH', '43215'],
  ['Indianapolis', 'IN', '46204'],
  ['Pittsburgh', 'PA', '15222'],
  ['Portland', 'ME', '04101'],
] as const

const trades = ['Sample Arms', 'Sample Range', 'Sample Outfitters'] as const

/** Made up, so that a fresh shop has something to search. Importing the federal list replaces them. */
function sampleDealers(): Licensee[] {
  return towns.flatMap(([city, state, zip], town) =>
    trades.map((trade, at) => {
      const number = String(town * trades.length + at + 1).padStart(5, '0')
      return {
        key: `1-59-086-01-${number}`,
        type: '01' as const,
        expiry: '',
        tradeName: null,
        name: `${trade} ${number} LLC`,
        street: `${number.replace(/^0+/, '')} Sample Street`,
        city,
        state,
        zip,
        phone: `305555${String(100 + ((town * trades.length + at) % 100)).padStart(4, '0')}`,
      }
    }),
  )
}

export async function addDealers(tx: Db, now: Date): Promise<void> {
  await beginList({ tx })
  await addToList({ tx }, sampleDealers())
  await takeListOver({ tx, now })
}

const quarter = 15 * minute
const searchLimit = 3 * 96

/** Steps by quarters of an hour, so that zones with odd offsets and clock changes need no arithmetic. */
export function firstHourAfter(from: Date, hour: number, zone: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  const wanted = `${String(hour).padStart(2, '0')}:00`
  const start = Math.ceil(from.getTime() / quarter)
  for (let step = 0; step < searchLimit; step++) {
    const moment = new Date((start + step) * quarter)
    if (clock.format(moment) === wanted) return moment
  }
  throw new RangeError(`No clock in ${zone} shows ${wanted} within three days of ${from.toISOString()}`)
}
