import { z } from 'zod'
import { findClaims } from '#app/features/claims/store.server.ts'
import { findMember } from '#app/features/staff/store/members.server.ts'
import { writtenMail } from '#app/features/subscriptions/emails/written.tsx'
import { findWritten } from '#app/features/subscriptions/store/written.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'

/** Mails an announcement to the member who tests it, as its readers will get it. Its links are examples. */
const mailTest = defineMailJob({
  name: 'mail-announcement-test',
  payload: z.object({ announcement: z.string(), memberId: z.string(), requestedAt: z.iso.datetime() }),
  async run(shop, { announcement, memberId, requestedAt }) {
    const found = await findWritten(shop.db, announcement)
    const member = await findMember(shop.db, memberId)
    if (!found || !member) return
    const claims = await findClaims(shop.db, ['support.postal'], shop.now(), shop.timeZone)
    const content = writtenMail(found, {
      publicUrl: shop.publicUrl,
      since: formatLongDay(shop.now(), shop.timeZone),
      postalLine: claims['support.postal']?.text,
    })
    const key = `announcement-test:${announcement}:${memberId}:${requestedAt}`
    const mail = { key, to: member.email, subject: `Test: ${content.subject}`, ...renderMail(content) }
    await sendOnce(shop.db, shop.mailer, mail, shop.now())
  },
})

/** What the desk of the lists does outside a request. */
export const subscriptionDeskJobs: readonly Job[] = [mailTest] as Job[]
