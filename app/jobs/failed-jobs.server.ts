import { clearStaleAlerts, syncAlerts } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { hour } from '#app/kit/clock.ts'
import { listFailedJobs, listUnknownJobs } from './jobs.server.ts'

/** A failing item is tried again within 15 minutes. One not tried for this long was settled in another way. */
const staleMs = hour

export async function alertOfFailedJobs(work: UnitOfWork, known: readonly string[]): Promise<void> {
  const failed = Map.groupBy(await listFailedJobs(work.tx), ({ job }) => job)
  const unknown = await listUnknownJobs(work.tx, known, work.now)
  await syncAlerts(work, 'failed_jobs', [
    ...[...failed].map(([subject, runs]) => ({
      subject,
      detail: `${runs.length} of them wait. Once the reason is gone, retry them.`,
    })),
    ...unknown
      .filter((subject) => !failed.has(subject))
      .map((subject) => ({
        subject,
        detail: 'This version of the shop has no job of this name. It waits for one that does.',
      })),
  ])
  await clearStaleAlerts(work, 'work_item_failing', staleMs)
}
