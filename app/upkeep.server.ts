import { lt } from 'drizzle-orm'
import { z } from 'zod'
import { forgetForms } from './access/make-once.server.ts'
import { forgetAlerts } from './alerts/alerts.server.ts'
import type { Db } from './db/db.server.ts'
import { transact, type UnitOfWork } from './db/work.server.ts'
import { deleteOldSubmissions } from './features/builds/store/submissions.server.ts'
import { reportUnreadableRows } from './features/builds/store.server.ts'
import { forgetHolders, watchNetworks } from './features/checkout/store/holders.server.ts'
import { forgetInvoiceRequests } from '#app/features/checkout/store/hold.server.ts'
import { forgetUploads, listKnownUploads } from './features/dealers/store/uploads.server.ts'
import { forgetMessages } from './features/contact/store.server.ts'
import { forgetBuyers } from './features/orders/store/buyer.server.ts'
import { watchOpenPayments } from './features/payments/jobs.server.ts'
import { forgetTries, watchCardTesting } from './features/payments/store/payment-tries.server.ts'
import { sweepPhotos } from './features/photos/jobs.server.ts'
import { alertOverdueRefunds } from './features/refunds/store/refund-items.server.ts'
import { forgetDocuments, listKnownDocuments } from './features/reservations/store/documents.server.ts'
import { forgetEnded as forgetEndedStaff } from './features/staff/jobs.server.ts'
import { forgetEnded, forgetUnconfirmed } from './features/subscriptions/store/links.server.ts'
import { deleteOldWorksheets } from './features/trust/packs.server.ts'
import { watchDiskSpace } from './files/disk-space.server.ts'
import { sweepPapers } from './files/papers.server.ts'
import type { Shop } from './http/context.server.ts'
import { rateCounters } from './http/tables.ts'
import { defineJob, type Job } from './jobs/job.ts'
import { alertOfFailedJobs } from './jobs/jobs.server.ts'
import { forgetFailedJobs } from './jobs/jobs.server.ts'
import { describeFault } from './kit/describe-fault.ts'
import { type RetentionName, retentionNames } from './retention/kinds.ts'
import { applyRetention, type Deletion } from './retention/retention.server.ts'

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
  invoiceRequests: inTransaction(forgetInvoiceRequests),
  staff: inTransaction(forgetEndedStaff),
  sentForms: ({ db, now }) => forgetForms(db, now()),
  alerts: inTransaction(forgetAlerts),
  failedJobs: ({ db, now }) => forgetFailedJobs(db, now()),
  counters: ({ db, now }) => forgetCounters(db, now()),
  papers: (shop) =>
    sweepPapers(
      shop,
      [listKnownDocuments, listKnownUploads].map((list) => (files) => list(shop.db, files)),
    ),
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
  networks: inTransaction(watchNetworks),
  refunds: inTransaction(alertOverdueRefunds),
  catalogRows: inTransaction(reportUnreadableRows),
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
