import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { flipDrops } from './store.server.ts'

/**
 * Writes the statuses that time or sales have changed and tells open pages. Pages read the status that holds at their own
 * moment, so nothing waits for this; it is what the operator's lists and the archive's figures are read from.
 */
const flip = defineJob({
  name: 'flip-drops',
  payload: z.object({}),
  every: '* * * * *',
  prompt: true,
  async run(shop) {
    await transact(shop, flipDrops)
  },
})

/** Work the drops do outside a request. */
export const dropJobs: readonly Job[] = [flip]
