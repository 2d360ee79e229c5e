import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { courseMails } from './mails.server.ts'
import {
  listCanceledClassSeats,
  queueCancellations,
  queueReminders,
  settleCanceledSeat,
} from './store/changes.server.ts'
import { listWaitlistedSessions, offerSeats } from './store/offers.server.ts'

const everyMinute = '* * * * *'

export function courseJobs(sellables: Sellables): readonly Job[] {
  return [...courseMails(sellables), notifyStudents, offerFreeSeats(sellables), settleCanceled(sellables)]
}

const notifyStudents = defineJob({
  name: 'notify-students',
  payload: z.object({}),
  every: everyMinute,
  async run(shop) {
    await transact(shop, queueReminders)
    await transact(shop, queueCancellations)
  },
})

function offerFreeSeats(sellables: Sellables): Job {
  return defineJob({
    name: 'offer-seats',
    payload: z.object({}),
    every: everyMinute,
    async run(shop, _payload, signal) {
      await runWorkItems(shop, {
        kind: 'offer-seats',
        items: await listWaitlistedSessions(shop.db),
        signal,
        subjectOf: (sessionId) => sessionId,
        run: (sessionId) => transact(shop, (work) => offerSeats(work, sellables, sessionId, shop.timeZone)),
      })
    },
  }) as Job
}

function settleCanceled(sellables: Sellables): Job {
  return defineJob({
    name: 'settle-canceled-classes',
    payload: z.object({}),
    every: everyMinute,
    async run(shop, _payload, signal) {
      await runWorkItems(shop, {
        kind: 'settle-canceled-classes',
        items: await listCanceledClassSeats(shop.db),
        signal,
        subjectOf: ({ orderId }) => orderId,
        run: (seat) => transact(shop, (work) => settleCanceledSeat(work, sellables, seat)),
      })
    },
  }) as Job
}
