import { auditJobs } from './access/audit-jobs.server.ts'
import { alertJobs } from './alerts/alert-jobs.server.ts'
import { bookkeepingJobs } from './features/bookkeeping/jobs.server.ts'
import { buildJobs } from './features/builds/jobs.server.ts'
import { findContact } from './features/claims/store.server.ts'
import { checkoutJobs } from './features/checkout/jobs.server.ts'
import { paymentJobs } from './features/payments/jobs.server.ts'
import { refundJobs } from './features/refunds/jobs.server.ts'
import { reservationJobs } from './features/reservations/jobs.server.ts'
import { contactJobs } from './features/contact/jobs.server.ts'
import { dealerJobs } from './features/dealers/jobs.server.ts'
import { orderJobs } from '#app/features/orders/mails.server.ts'
import { courseJobs } from './features/courses/jobs.server.ts'
import { dropJobs } from './features/drops/jobs.server.ts'
import { photoJobs } from './features/photos/jobs.server.ts'
import { staffJobs } from './features/staff/jobs.server.ts'
import { subscriptionDeskJobs } from './features/subscription-desk/flows.server.ts'
import { subscriptionJobs } from './features/subscriptions/jobs.server.ts'
import { todayJobs } from './features/today/jobs.server.ts'
import { transferDeskJobs } from './features/transfers/list-flows.server.ts'
import type { Shop } from './http/context.server.ts'
import type { Job } from './jobs/job.ts'
import { gatewayJobs } from './gateway/access.server.ts'
import { sellables } from './sellables.server.ts'
import { topicSources } from './topics.server.ts'
import { upkeepJobs } from './upkeep.server.ts'

export const jobs: readonly Job[] = [
  ...orderJobs(sellables),
  ...checkoutJobs(sellables),
  ...paymentJobs(sellables),
  ...refundJobs(sellables),
  ...reservationJobs(sellables),
  ...dealerJobs,
  ...dropJobs(sellables),
  ...subscriptionJobs(topicSources),
  ...contactJobs,
  ...photoJobs,
  ...buildJobs(sellables),
  ...courseJobs(sellables),
  ...upkeepJobs(() => jobs.map(({ name }) => name)),
  ...bookkeepingJobs(sellables),
  ...gatewayJobs,
  ...alertJobs(findDesk),
  ...todayJobs(findDesk),
  ...subscriptionDeskJobs,
  ...transferDeskJobs,
  ...auditJobs,
  ...staffJobs,
]

async function findDesk(shop: Shop): Promise<string | undefined> {
  return (await findContact(shop)).desk
}
