import { z } from 'zod'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { listJob, workOnList } from './list-flows.server.ts'

/** Compares an uploaded federal list, and takes it over. */
const dealerList = defineJob({
  name: listJob,
  payload: z.object({ id: z.uuid() }),
  concurrency: 1,
  limitSeconds: 300,
  run: (shop, { id }) => workOnList(shop, id),
})

/** The jobs of the desk for transfers and dealers. */
export const transferDeskJobs: readonly Job[] = [dealerList] as Job[]
