import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
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
