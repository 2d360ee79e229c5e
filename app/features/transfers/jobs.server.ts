import { z } from 'zod'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { listJob, workOnList } from './list-flows.server.ts'

const dealerList = defineJob({
  name: listJob,
  payload: z.object({ id: z.uuid() }),
  concurrency: 1,
  limitSeconds: 300,
  run: (shop, { id }) => workOnList(shop, id),
})

export const transferDeskJobs: readonly Job[] = [dealerList] as Job[]
