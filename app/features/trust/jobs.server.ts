import { z } from 'zod'
import { applyRetention } from '#app/retention/retention.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { deleteOldWorksheets } from './store/worksheet.server.ts'

const forget = defineJob({
  name: 'forget-trust-worksheets',
  payload: z.object({}),
  every: '40 4 * * *',
  async run(shop) {
    await applyRetention(shop, 'worksheets', deleteOldWorksheets)
  },
})

/** The trust feature's jobs. */
export const trustJobs: readonly Job[] = [forget] as Job[]
