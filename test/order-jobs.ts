import { checkoutJobs } from '#app/features/checkout/jobs.server.ts'
import { orderJobs } from '#app/features/orders/jobs.server.ts'
import { paymentJobs } from '#app/features/payments/jobs.server.ts'
import { refundJobs } from '#app/features/refunds/jobs.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import type { Job } from '#app/jobs/job.ts'

/** The jobs of an order, from its hold to its last refund. */
export function jobsOfOrders(sellables: Sellables): readonly Job[] {
  return [
    ...orderJobs(sellables),
    ...checkoutJobs(sellables),
    ...paymentJobs(sellables),
    ...refundJobs(sellables),
  ]
}
