import { orderJobs } from './features/orders/jobs.server.ts'
import { dropJobs } from './features/drops/jobs.server.ts'
import type { Job } from './jobs/job.ts'
import { sellables } from './sellables.server.ts'

/** Everything the shop does outside a request. */
export const jobs: readonly Job[] = [...orderJobs(sellables), ...dropJobs]
