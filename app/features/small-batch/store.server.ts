import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { listReturnedLines } from '#app/features/orders/store/returned-lines.server.ts'
import {
  countRemaining,
  type ReleaseSlug,
  releaseArtPath,
  releaseArtVersion,
  releaseSlugs,
  type Release,
  type SlotState,
  windowStatus,
} from './rules.ts'
import { batchSlot } from './store/batch-slot.server.ts'
import { smallBatchReleases as releases, smallBatchSlots as slots } from './tables.ts'

export { batchSlot } from './store/batch-slot.server.ts'

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

/** The current release of a slug, or undefined. */
export async function findRelease(db: Db, slug: ReleaseSlug, now: Date): Promise<Release | undefined> {
  const rows = await selectReleases(db, now)
    .where(and(eq(releases.slug, slug), isShown))
    .orderBy(asc(releases.opensAt))
  const candidates = rows.map((row) => toRelease(row, now))
  return candidates.find(({ status }) => status !== 'closed') ?? candidates.at(-1)
}

/** The releases whose window opened after `since` and has not closed. */
export async function listOpenedReleases(db: Db, since: Date, now: Date): Promise<Release[]> {
  return listOpen(db, now, gt(releases.opensAt, since))
}

/** A slot that came back from an order, where no other is left. */
export type ReturnedSlot = { release: Release; number: number; orderId: string }

/** The open slots that came back after `since`, of windows in which every other slot is taken or came back too. */
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

/** The releases whose window is open at `now`, whether full or not. */
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
