import type { Db } from '#app/db/db.server.ts'
import { smallBatchReleases, smallBatchSlots } from '#app/features/small-batch/tables.ts'
import { after, day } from '#app/kit/clock.ts'
import { type SampleRelease, sampleReleases } from './data/small-batch.ts'
import type { RelativeHour } from './sample-drop.ts'
import { firstHourAfter } from './shop-hour.ts'

/** Adds the sample's releases with all their slots, in windows relative to `now` in the shop's zone. */
export async function addReleases(tx: Db, now: Date, zone: string): Promise<void> {
  for (const sample of sampleReleases) await addRelease(tx, sample, now, zone)
}

async function addRelease(tx: Db, sample: SampleRelease, now: Date, zone: string) {
  const { opens, closes, taken, ...plain } = sample
  const at = ({ days, hour }: RelativeHour) => firstHourAfter(after(now, days * day), hour, zone)
  const [release] = await tx
    .insert(smallBatchReleases)
    .values({ ...plain, opensAt: at(opens), closesAt: at(closes) })
    .returning({ id: smallBatchReleases.id })
  if (!release) throw new Error(`The sample release ${sample.name} was not stored`)
  await tx.insert(smallBatchSlots).values(
    Array.from({ length: sample.totalUnits }, (_, slot) => ({
      releaseId: release.id,
      number: slot + 1,
      state: taken.includes(slot + 1) ? ('taken' as const) : ('open' as const),
    })),
  )
}
