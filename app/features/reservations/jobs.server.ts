import type { Sellables } from '#app/features/orders/store.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { balanceJobs } from './jobs/balances.server.ts'
import { documentJobs } from './jobs/documents.server.ts'
import { lifeMails } from './jobs/life-mails.server.ts'

/** Everything that reservations do outside a request. */
export function reservationJobs(sellables: Sellables): readonly Job[] {
  return [...lifeMails, ...documentJobs, ...balanceJobs(sellables)]
}
