import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob } from '#app/jobs/job.ts'
import { forgetTries, watchCardTesting } from '../store/payment-tries.server.ts'

/** Raises or clears the alert that stolen cards are being tested, and forgets tries that count no more. */
export const watchCardTests = defineJob({
  name: 'watch-card-testing',
  payload: z.object({}),
  every: '* * * * *',
  run: (shop) =>
    transact(shop, async (work) => {
      await watchCardTesting(work)
      await forgetTries(work)
    }),
})
