import { and, asc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type RevisedRows, type RowValues, revisedRows } from '#app/catalog/revised-rows.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { heldStock, without } from '#app/db/held-stock.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { listReturnedLines } from '#app/features/orders/store/read.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import {
  countRemaining,
  mayHold,
  type ReleaseSlug,
  releaseArtPath,
  releaseArtVersion,
  releaseCard,
  releaseSlugs,
  type Release,
  type SlotState,
  windowStatus,
} from './rules.ts'
import { smallBatchReleases as releases, smallBatchSlots as slots } from './tables.ts'

/** One release per slug: the one that is open or opens next, else the last one. */
export async function listReleases(db: Db, now: Date): Promise<Release[]> {
  const candidates = (await selectReleases(db, now).where(isShown).orderBy(asc(releases.opensAt))).map(
    (row) => toRelease(row, now),
  )
  return releaseSlugs.flatMap((slug) => {
    const ofSlug = candidates.filter((release) => release.slug === slug)
    return ofSlug.find(({ status }) => status !== 'closed') ?? ofSlug.at(-1) ?? []
  })
}

export async function findRelease(db: Db, slug: ReleaseSlug, now: Date): Promise<Release | undefined> {
  const rows = await selectReleases(db, now)
    .where(and(eq(releases.slug, slug), isShown))
    .orderBy(asc(releases.opensAt))
  const candidates = rows.map((row) => toRelease(row, now))
  return candidates.find(({ status }) => status !== 'closed') ?? candidates.at(-1)
}

export async function listOpenedReleases(db: Db, since: Date, now: Date): Promise<Release[]> {
  return listOpen(db, now, gt(releases.opensAt, since))
}

export type ReturnedSlot = { release: Release; number: number; orderId: string }

export async function listReturnedSlots(db: Db, since: Date, now: Date): Promise<ReturnedSlot[]> {
  const open = await listOpen(db, now)
  if (!open.some(({ slots: states }) => states.includes('open'))) return []
  const returned = (await listReturnedLines(db, 'batch_slot', since)).map(({ orderId, ref }) => ({
    orderId,
    ...batchSlot.parseRef(ref),
  }))
  return open.flatMap((release) => {
    const orderOf = (number: number) =>
      returned.find((slot) => slot.release === release.id && slot.number === number)?.orderId
    const left = release.slots.flatMap((state, at) =>
      state === 'taken' ? [] : [{ state, number: at + 1, orderId: orderOf(at + 1) }],
    )
    if (left.some(({ orderId }) => orderId === undefined)) return []
    return left.flatMap(({ state, number, orderId }) =>
      state === 'open' && orderId ? [{ release, number, orderId }] : [],
    )
  })
}

async function listOpen(db: Db, now: Date, which?: SQL): Promise<Release[]> {
  const rows = await selectReleases(db, now)
    .where(and(isShown, lte(releases.opensAt, now), gt(releases.closesAt, now), which))
    .orderBy(asc(releases.opensAt))
  return rows.map((row) => toRelease(row, now))
}

/** Slot states by number; an expired hold counts as open. */
const packedSlots = (now: Date) =>
  sql<string>`(select string_agg(
    case when ${slots.state} = 'held' and ${slots.heldUntil} <= ${now} then 'open' else ${slots.state} end,
    ' ' order by ${slots.number}) from ${slots} where ${slots.releaseId} = ${releases.id})`

const isShown = eq(releases.state, 'visible')

function selectReleases(db: Db, now: Date) {
  return db
    .select({ release: releases, packed: packedSlots(now) })
    .from(releases)
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectReleases>>[number]

function toRelease({ release, packed }: Row, now: Date): Release {
  const states = (packed ?? '').split(' ').filter(Boolean) as SlotState[]
  const remaining = countRemaining(states)
  const status = windowStatus(release, remaining, now)
  const version = releaseArtVersion(status, states)
  const art = (file: 'wide' | 'phone' | 'card') => releaseArtPath(release.slug, file, version)
  return {
    ...release,
    slots: states,
    remaining,
    status,
    art: { wide: art('wide'), phone: art('phone'), card: art('card') },
  }
}

const slotRef = z.object({ release: z.uuid(), number: z.number().int().min(1).max(50) })

export type SlotRef = z.infer<typeof slotRef>

export const batchSlot = {
  kind: 'batch_slot',
  parseRef: (ref) => slotRef.parse(ref),
  topic: () => null,
  limit: {
    scope: ({ release }) => release,
    number: ({ number }) => number,
    bounds: (refs) => sql`
      select id::text as scope, max_per_buyer as max, null::int as unpaid_per_network, total_units as run from ${releases}
      where id::text in (select ref ->> 'release' from (${refs}) wanted)`,
  },

  async refusal({ tx, now }, { release: id, number }) {
    const [release] = await tx.select().from(releases).where(eq(releases.id, id))
    if (release?.state !== 'visible') return refuse('release_not_found')
    const verdict = mayHold(release, now)
    if (!verdict.ok) return verdict
    const [slot] = await tx
      .select()
      .from(slots)
      .where(sql`${slots.releaseId} = ${id} and ${slots.number} = ${number}`)
    if (!slot) return refuse('no_such_slot')
    const isOpen = slot.state === 'open' || (slot.heldUntil !== null && slot.heldUntil <= now)
    return { ...refuse('slot_taken'), isUnderLock: isOpen }
  },

  // The conditions repeat `mayHold` to save a query; a test compares the two.
  stock: (ref, now) => sql`
    select slot.release_id, slot.number,
      jsonb_build_object('release', slot.release_id, 'number', slot.number) as ref,
      'Build slot' as title,
      batch.name || ', slot ' || slot.number || ' of ' || batch.total_units as detail,
      1 as quantity,
      batch.deposit_cents as unit_cents,
      'ffl_transfer' as fulfillment,
      batch.item_class as item_class,
      jsonb_build_object('model', batch.name, 'caliber', batch.caliber, 'barrel', batch.barrel, 'overall', '') as firearm,
      ${without('tax_class', 'refund_until', 'magazine', 'plate', 'flags', 'variant')}
    from ${slots} slot join ${releases} batch on batch.id = slot.release_id
    where slot.release_id = (${ref} ->> 'release')::uuid and slot.number = (${ref} ->> 'number')::int
      and batch.state = 'visible' and batch.opens_at <= ${now} and batch.closes_at > ${now}
      and (slot.state = 'open' or (slot.state = 'held' and slot.held_until <= ${now}))
    for update of slot skip locked`,

  take: (from, found, orderId, until) => sql`
    update ${slots} set state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${slots.releaseId} = ${found}.release_id and ${slots.number} = ${found}.number`,

  ...heldStock({ table: slots, state: slots.state, stateName: 'state', sold: 'taken' }),

  release: (orderId, ref) => sql`
    update ${slots} set state = 'open', order_id = null, held_until = null
    where ${slots.orderId} = ${orderId}${
      ref
        ? sql` and ${slots.releaseId} = (${ref} ->> 'release')::uuid and ${slots.number} = (${ref} ->> 'number')::int`
        : sql``
    }`,

  async art(db, { release: id }) {
    const [release] = await db.select({ slug: releases.slug }).from(releases).where(eq(releases.id, id))
    if (!release) return undefined
    return {
      ...releaseCard(release.slug),
      theme: release.slug,
      page: { to: `/small-batch/${release.slug}`, label: 'See the release' },
    }
  },

  async offered(db, { unitCents }, { release: id }) {
    const [release] = await db.select().from(releases).where(eq(releases.id, id))
    if (!release) return undefined
    const { name, caliber, barrel, priceCents, details } = release
    return {
      variants: [{ name, caliber, barrel, finish: '', priceCents }],
      includes: details.join('; '),
      depositCents: unitCents,
      balance: 'before_agreement',
    }
  },
} satisfies Sellable<SlotRef>

const editedRows = revisedRows(releases, 'id', ['opensAt'])

/** What buyers of a slot relied on: it stays once a slot is held or taken. */
const promised = ['priceCents', 'depositCents', 'itemClass', 'caliber', 'barrel'] as const

/** Releases as staff edit them: their slots are made with them, and only ever become more. */
export const releaseRows: RevisedRows = {
  ...editedRows,
  async create(work, values) {
    const made = await editedRows.create(work, values)
    if (made.ok) await addSlots(work, made.key, Number(values.totalUnits))
    return made
  },
  async change(work, key, seen, values) {
    const before = await editedRows.findForUpdate(work.tx, key)
    if (before && Number(values.totalUnits ?? before.totalUnits) < Number(before.totalUnits))
      return refuse('slots_only_grow')
    if (before && promised.some((name) => differs(before, values, name)) && (await isAnyClaimed(work, key)))
      return refuse('slots_are_claimed')
    const changed = await editedRows.change(work, key, seen, values)
    if (changed.ok) await addSlots(work, key, Number(changed.after.totalUnits))
    return changed
  },
}

function differs(before: RowValues, values: RowValues, name: string): boolean {
  return values[name] !== undefined && values[name] !== before[name]
}

/** All slots are locked: a buyer who is claiming one right now is waited for, and none is claimed meanwhile. */
async function isAnyClaimed({ tx }: Pick<UnitOfWork, 'tx'>, id: string): Promise<boolean> {
  await tx.select({ number: slots.number }).from(slots).where(eq(slots.releaseId, id)).for('update')
  const claimed = await tx
    .select({ number: slots.number })
    .from(slots)
    .where(and(eq(slots.releaseId, id), ne(slots.state, 'open')))
    .limit(1)
  return claimed.length > 0
}

async function addSlots({ tx }: Pick<UnitOfWork, 'tx'>, id: string, total: number): Promise<void> {
  await tx.execute(sql`
    insert into ${slots} (release_id, number)
    select ${id}::uuid, number from generate_series(1, ${total}) as number
    on conflict do nothing`)
}
