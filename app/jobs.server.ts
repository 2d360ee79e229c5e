import { auditJobs } from './access/audit.server.ts'
import { alertJobs } from './alerts/alert-jobs.server.ts'
import { bookkeepingJobs } from './features/bookkeeping/differences.server.ts'
import { buildJobs } from './features/builds/jobs.server.ts'
import { findContact } from './features/claims/store.server.ts'
import { checkoutJobs } from './features/checkout/jobs.server.ts'
import { paymentJobs, watchOpenPayments } from './features/payments/jobs.server.ts'
import { alertOverdueRefunds, refundJobs } from './features/refunds/jobs.server.ts'
import { reservationJobs } from './features/reservations/jobs.server.ts'
import { contactJobs } from './features/contact/jobs.server.ts'
import { dealerJobs } from './features/dealers/jobs.server.ts'
import { orderJobs } from '#app/features/orders/jobs.server.ts'
import { courseJobs } from './features/courses/jobs.server.ts'
import { dropJobs } from './features/drops/jobs.server.ts'
import { deletePhotoFiles, sweepPhotos } from './features/photos/files.server.ts'
import { staffJobs, forgetEnded as forgetEndedStaff } from './features/staff/jobs.server.ts'
import { subscriptionDeskJobs } from './features/subscription-desk/mails.server.ts'
import { subscriptionJobs } from './features/subscriptions/jobs.server.ts'
import { todayJobs } from './features/today/jobs.server.ts'
import type { Shop } from './http/context.server.ts'
import { type Job, defineJob } from './jobs/job.ts'
import { gatewayJobs } from '#app/gateway/payment-context.server.ts'
import { sellables } from './sellables.server.ts'
import { topicSources } from './topics.server.ts'
import { lt } from 'drizzle-orm'
import { z } from 'zod'
import { forgetForms } from './access/act.server.ts'
import { forgetAlerts } from './alerts/alerts.server.ts'
import { type Db, transact, type UnitOfWork } from './db/db.server.ts'
import { deleteOldSubmissions } from './features/builds/store/submissions.server.ts'
import { forgetHolders, forgetTries, watchCardTesting } from './features/checkout/store/holders.server.ts'
import { forgetMessages } from './features/contact/store.server.ts'
import { forgetUploads } from './features/dealers/store/file.server.ts'
import { dealerUploads } from './features/dealers/tables.ts'
import { forgetBuyers } from './features/orders/store/buyer.server.ts'
import { forgetDocuments } from './features/reservations/store/documents.server.ts'
import { orderDocuments } from './features/reservations/tables.ts'
import { forgetEnded, forgetUnconfirmed } from './features/subscriptions/store/links.server.ts'
import { deleteOldWorksheets } from './features/trust/packs.server.ts'
import { watchDiskSpace } from './files/disk-space.server.ts'
import { sweepPapers } from './files/papers.server.ts'
import { rateCounters } from './http/tables.ts'
import { alertOfFailedJobs, forgetFailedJobs } from './jobs/jobs.server.ts'
import { describeFault } from './kit/describe-fault.ts'
import {
  type RetentionName,
  retentionNames,
  applyRetention,
  type Deletion,
} from './retention/retention.server.ts'

type Step = (shop: Shop) => Promise<unknown>

const inTransaction =
  (forget: (work: UnitOfWork) => Promise<unknown>): Step =>
  (shop) =>
    transact(shop, forget)

const deletions: Record<RetentionName, Deletion> = {
  messages: forgetMessages,
  builds: deleteOldSubmissions,
  unpaid_orders: forgetBuyers,
  unconfirmed_addresses: forgetUnconfirmed,
  ended_subscriptions: forgetEnded,
  documents: forgetDocuments,
  license_copies: forgetUploads,
  worksheets: deleteOldWorksheets,
}

/** What is over its date is deleted every night, the personal data by their periods first. Each step is safe to repeat. */
const steps: Record<string, Step> = {
  ...Object.fromEntries(
    retentionNames.map((name): [string, Step] => [
      name,
      (shop) => applyRetention(shop, name, deletions[name]),
    ]),
  ),
  holders: inTransaction(forgetHolders),
  staff: inTransaction(forgetEndedStaff),
  sentForms: ({ db, now }) => forgetForms(db, now()),
  alerts: inTransaction(forgetAlerts),
  failedJobs: ({ db, now }) => forgetFailedJobs(db, now()),
  counters: ({ db, now }) => forgetCounters(db, now()),
  papers: (shop) => sweepPapers(shop, [orderDocuments.id, dealerUploads.file]),
  photos: sweepPhotos,
}

export async function forgetCounters(db: Db, now: Date): Promise<void> {
  await db.delete(rateCounters).where(lt(rateCounters.expire, now.getTime()))
}

/** Looks for what staff must be told of. Each by itself: a failure to settle a payment cannot hide that it is stuck. */
const watches = (jobNames: () => readonly string[]): Record<string, Step> => ({
  failedJobs: inTransaction((work) => alertOfFailedJobs(work, jobNames())),
  openPayments: inTransaction(watchOpenPayments),
  cardTesting: inTransaction(watchCardTesting),
  paymentTries: inTransaction(forgetTries),
  refunds: inTransaction(alertOverdueRefunds),
  disk: watchDiskSpace,
})

/** One step that fails holds up no other; the job is retried until all of them were done. */
function jobOfSteps(name: string, every: string, inOrder: Record<string, Step>): Job {
  return defineJob({
    name,
    payload: z.object({}),
    every,
    concurrency: 1,
    limitSeconds: 30 * 60,
    async run(shop, _payload, signal) {
      const failed: string[] = []
      for (const [step, run] of Object.entries(inOrder)) {
        signal?.throwIfAborted()
        await run(shop).catch((error: unknown) => failed.push(`${step}: ${describeFault(error).fault}`))
      }
      if (failed.length > 0) throw new Error(failed.join(' '))
    },
  }) as Job
}

export const cleanUp = jobOfSteps('clean-up', '20 4 * * *', steps)

/** `jobNames` are all jobs that this version knows. */
export const upkeepJobs = (jobNames: () => readonly string[]): readonly Job[] => [
  jobOfSteps('watch', '* * * * *', watches(jobNames)),
  cleanUp,
]

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
  deletePhotoFiles,
  ...buildJobs(sellables),
  ...courseJobs(sellables),
  ...upkeepJobs(() => jobs.map(({ name }) => name)),
  ...bookkeepingJobs(sellables),
  ...gatewayJobs,
  ...alertJobs(findDesk),
  ...todayJobs(findDesk),
  ...subscriptionDeskJobs,
  ...auditJobs,
  ...staffJobs,
]

async function findDesk(shop: Shop): Promise<string | undefined> {
  return (await findContact(shop)).desk
}
