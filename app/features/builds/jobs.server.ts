import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { findClaims } from '../claims/store.server.ts'
import { submittedMail } from './emails/submitted.tsx'
import { staffMail } from './emails/staff.tsx'
import { findSavedBuild } from './store/saved-builds.server.ts'
import { findSubmission, deleteOldSubmissions } from './store/submissions.server.ts'

const payload = z.object({ submissionId: z.string() })

const mailSubmitted = defineMailJob({
  name: 'mail-build-submitted',
  payload,
  async run(shop, { submissionId }) {
    const submission = await findSubmission(shop.db, submissionId)
    const saved = submission && (await findSavedBuild(shop.db, submission.buildCode))
    if (!submission || !saved) return
    const content = submittedMail({ ...submission, parts: saved.price.lines, publicUrl: shop.publicUrl })
    await mail(shop, `build-submitted:${submissionId}`, submission.email, content)
  },
})

/** Puts the build on the desk. Without an address of the desk it waits in the shop, and its log says so. */
const mailToStaff = defineMailJob({
  name: 'mail-build-to-desk',
  payload,
  async run(shop, { submissionId }) {
    const submission = await findSubmission(shop.db, submissionId)
    if (!submission) return
    const { 'support.email': staffAddress } = await findClaims(
      shop.db,
      ['support.email'],
      shop.now(),
      shop.timeZone,
    )
    if (!staffAddress)
      return shop.log.warn({ submissionId }, 'A build has no desk to go to: the claim support.email is empty')
    // Checked by the form to be one plain address, so it cannot begin a header of its own.
    const headers = { 'Reply-To': submission.email }
    const content = staffMail({ ...submission, publicUrl: shop.publicUrl })
    await mail(shop, `build-to-desk:${submissionId}`, staffAddress.figure, content, headers)
  },
})

const deleteOld = defineJob({
  name: 'forget-build-submissions',
  payload: z.object({}),
  every: '50 4 * * *',
  async run(shop) {
    await transact(shop, deleteOldSubmissions)
  },
})

/** What the builds do outside a request: they tell the sender and the desk of a submitted build, and forget. */
export const buildJobs: readonly Job[] = [mailSubmitted, mailToStaff, deleteOld] as Job[]

async function mail(shop: Shop, key: string, to: string, content: MailContent, headers = {}) {
  const message = { key, to, subject: content.subject, ...renderMail(content), headers }
  await sendOnce(shop.db, shop.mailer, message, shop.now())
}
