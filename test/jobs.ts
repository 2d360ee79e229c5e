import { checkoutJobs } from '#app/features/checkout/jobs.server.ts'
import { orderJobs } from '#app/features/orders/jobs.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { paymentJobs } from '#app/features/payments/jobs.server.ts'
import { refundJobs } from '#app/features/refunds/jobs.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import type { TestContext } from './db.ts'

/** Runs these jobs as the queue would. */
export function jobRunner(jobs: readonly Job[]) {
  function run(shop: Shop, name: string, payload: object = {}) {
    const job = jobs.find((one) => one.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    return job.run(shop, payload)
  }

  /** Works off what was queued, in order, until nothing is left. */
  async function workOff(shop: Shop & Pick<TestContext, 'queued'>) {
    for (let next = shop.queued.shift(); next; next = shop.queued.shift())
      await run(shop, next.job, next.payload)
  }

  return { run, workOff }
}

/** The jobs of an order, from its hold to its last refund. */
export function jobsOfOrders(sellables: Sellables): readonly Job[] {
  return [orderJobs, checkoutJobs, paymentJobs, refundJobs].flatMap((jobsOf) => jobsOf(sellables))
}
