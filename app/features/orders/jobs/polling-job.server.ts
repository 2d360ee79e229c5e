import { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'

const everyMinute = '* * * * *'

/** A job that works off due items until none are left, every minute and when notified. */
export function pollingJob(
  name: string,
  workOff: (shop: Shop, signal?: AbortSignal) => Promise<number>,
  more: Pick<Job, 'nextDue'> = {},
) {
  return defineJob({
    name,
    payload: z.object({}),
    every: everyMinute,
    ...more,
    async run(shop, _payload, signal) {
      let found = 1
      while (found > 0) found = signal?.aborted ? 0 : await workOff(shop, signal)
    },
  })
}
