import { defineJob, type Job } from '#app/jobs/job.ts'
import { TryLater } from '#app/jobs/try-later.ts'
import { isMailPaused } from './outage.server.ts'

/** Retries within two days: delays grow to 15 minutes, which they reach after about 20 minutes. */
const retriesInTwoDays = 2 * 24 * 4 + 10

/**
 * Defines a job that sends mail. While the mail server is unreachable it is retried for two days before it is put
 * aside. Runs read their data, and check that it is still current, when they begin, and they do not begin right after a
 * failure: otherwise each retry would make a new private link that nobody ever gets.
 */
export function defineMailJob<Payload>(job: Job<Payload>): Job<Payload> {
  return defineJob({
    retries: retriesInTwoDays,
    ...job,
    async run(shop, payload, signal) {
      if (await isMailPaused(shop.db, shop.now())) throw new TryLater('The mail server failed a moment ago')
      await job.run(shop, payload, signal)
    },
  })
}
