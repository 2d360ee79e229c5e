import { lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { rateCounters } from './tables.ts'

export async function forgetCounters(db: Db, now: Date): Promise<void> {
  await db.delete(rateCounters).where(lt(rateCounters.expire, now.getTime()))
}

const forgetCountersOften = defineJob({
  name: 'forget-rate-counters',
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (shop) => forgetCounters(shop.db, shop.now()),
})

export const limitJobs = [forgetCountersOften] as readonly Job[]
