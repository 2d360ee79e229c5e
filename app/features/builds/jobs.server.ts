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

/** Mails the build to staff. Without a staff address the build is stored and a warning is logged. */
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
      return shop.log.warn(
        { submissionId },
        'A submitted build could not be mailed to staff: the claim support.email is empty',
      )
    // The form accepts a single plain address only, so it cannot inject a header.
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

/** Background jobs: mails about a submitted build, and deletion of old submissions. */
export const buildJobs: readonly Job[] = [mailSubmitted, mailToStaff, deleteOld] as Job[]

async function mail(shop: Shop, key: string, to: string, content: MailContent, headers = {}) {
  const message = { key, to, subject: content.subject, ...renderMail(content), headers }
  await sendOnce(shop.db, shop.mailer, message, shop.now())
}
