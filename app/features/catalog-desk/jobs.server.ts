import { z } from 'zod'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { importJob, writeImport } from './import-flows.server.ts'

/** Writes an uploaded file of items. */
const catalogImport = defineJob({
  name: importJob,
  payload: z.object({ id: z.uuid() }),
  concurrency: 1,
  limitSeconds: 300,
  run: (shop, { id }) => writeImport(shop, id),
})

/** The jobs of the catalog's desk. */
export const catalogJobs: readonly Job[] = [catalogImport] as Job[]
