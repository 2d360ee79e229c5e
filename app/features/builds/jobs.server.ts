import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { findClaims } from '../claims/store.server.ts'
import { submittedMail } from './emails/submitted.tsx'
import { buildToDeskMail } from './emails/to-desk.tsx'
import { findSavedBuild } from './store/saved-builds.server.ts'
import { findSubmission, forgetSubmissions } from './store/submissions.server.ts'

const payload = z.object({ submissionId: z.string() })

const mailSubmitted = defineMailJob({
  name: 'mail-build-submitted',
  payload,
  async run(shop, { submissionId }) {
    const sent = await findSubmission(shop.db, submissionId)
    const saved = sent && (await findSavedBuild(shop.db, sent.buildCode))
    if (!sent || !saved) return
    const content = submittedMail({ ...sent, parts: saved.price.lines, publicUrl: shop.publicUrl })
    await mail(shop, `build-submitted:${submissionId}`, sent.email, content)
  },
})

/** Puts the build on the desk. Without an address of the desk it waits in the shop, and its log says so. */
const mailToDesk = defineMailJob({
  name: 'mail-build-to-desk',
  payload,
  async run(shop, { submissionId }) {
    const sent = await findSubmission(shop.db, submissionId)
    if (!sent) return
    const { 'support.email': desk } = await findClaims(shop.db, ['support.email'], shop.now(), shop.timeZone)
    if (!desk)
      return shop.log.warn({ submissionId }, 'A build has no desk to go to: the claim support.email is empty')
    // Checked by the form to be one plain address, so it cannot begin a header of its own.
    const headers = { 'Reply-To': sent.email }
    const content = buildToDeskMail({ ...sent, publicUrl: shop.publicUrl })
    await mail(shop, `build-to-desk:${submissionId}`, desk.figure, content, headers)
  },
})

const forget = defineJob({
  name: 'forget-build-submissions',
  payload: z.object({}),
  every: '50 4 * * *',
  async run(shop) {
    await transact(shop, forgetSubmissions)
  },
})

/** What the builds do outside a request: they tell the sender and the desk of a submitted build, and forget. */
export const buildJobs: readonly Job[] = [mailSubmitted, mailToDesk, forget] as Job[]

async function mail(shop: Shop, key: string, to: string, content: MailContent, headers = {}) {
  const mailed = { key, to, subject: content.subject, ...renderMail(content), headers }
  await sendOnce(shop.db, shop.mailer, mailed, shop.now())
}
