import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { certificateMail } from './emails/certificate.tsx'
import { certificatePath } from './rules.ts'
import { findCertificate } from './store/roster.server.ts'
import {
  queueCancellations,
  queueReminders,
  settleCanceledSeat,
  listCanceledClassSeats,
} from './store/changes.server.ts'
import {
  mailBooked,
  mailCanceled,
  mailReminder,
  mailMoved,
  send,
  createSeatLink,
} from './jobs/seat-mails.server.ts'
import { mailOffer, offerFreeSeats } from './jobs/offers.server.ts'

const everyMinute = '* * * * *'

/**
 * The jobs of courses: emails about seats, reminders, offers to waitlists, and refunds of canceled classes. Payloads hold
 * ids; the recipient, and whether the email still applies, are read when it is sent.
 */
export function courseJobs(sellables: Sellables): readonly Job[] {
  return [
    mailBooked,
    mailCanceled,
    mailReminder,
    mailOffer(sellables),
    mailMoved,
    mailCertificate,
    notifyStudents,
    offerFreeSeats(sellables),
    settleCanceled(sellables),
  ] as Job[]
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

const mailCertificate = defineMailJob({
  name: 'mail-training-certificate',
  payload: z.object({ code: z.string() }),
  async run(shop, { code }) {
    const certificate = await findCertificate(shop.db, code)
    if (!certificate || certificate.revokedAt) return
    const order = await findOrder(shop.db, certificate.orderId)
    if (!order?.buyerEmail) return
    const content = certificateMail({
      code,
      facts: certificate.facts,
      link: await createSeatLink(shop, certificate.orderId),
      checkUrl: `${shop.publicUrl}${certificatePath(code)}`,
    })
    await send(shop, content, { key: `training-certificate:${code}`, to: order.buyerEmail })
  },
})

function settleCanceled(sellables: Sellables) {
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
  })
}
