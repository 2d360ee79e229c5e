import { defineJob, type Job } from '#app/jobs/job.ts'

/**
 * Declares a job that sends mail. While the mail server is away it is tried again for two days before it is put aside:
 * what the mail says is read when it is sent, so a late one is still true.
 */
export function defineMailJob<Payload>(job: Job<Payload>): Job<Payload> {
  return defineJob({ retries: 200, ...job })
}
