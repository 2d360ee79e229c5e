import { z } from 'zod'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { importJob, writeImport } from './import-flows.server.ts'

const catalogImport = defineJob({
  name: importJob,
  payload: z.object({ id: z.uuid() }),
  concurrency: 1,
  limitSeconds: 300,
  run: (shop, { id }) => writeImport(shop, id),
})

export const catalogJobs: readonly Job[] = [catalogImport] as Job[]
