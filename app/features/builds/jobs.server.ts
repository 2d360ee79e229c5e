import { z } from 'zod'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce, writeAndSendOnce } from '#app/mail/send-once.server.ts'
import { findClaims } from '../claims/store.server.ts'
import { decisionMail } from './emails/decision.tsx'
import { submittedMail } from './emails/submitted.tsx'
import { staffMail } from './emails/staff.tsx'
import { agreementPath } from './rules/decision.ts'
import type { Sellables } from '../orders/store/lines.server.ts'
import { agreePaidBuild, findDecision, setDecisionToken } from './store/decisions.server.ts'
import { findSavedBuild } from './store/saved-builds.server.ts'
import { findSubmission } from './store/submissions.server.ts'
import { submittedFacts } from './words.ts'

const payload = z.object({ submissionId: z.string() })

const mailSubmitted = defineMailJob({
  name: 'mail-build-submitted',
  payload,
  async run(shop, { submissionId }) {
    const submission = await findSubmission(shop.db, submissionId)
    const saved = submission && (await findSavedBuild(shop.db, submission.buildCode))
    if (!submission || !saved) return
    const content = submittedMail({
      ...submission,
      lines: submittedFacts(submission, saved),
      itemCount: saved.price.itemCount,
      publicUrl: shop.publicUrl,
    })
    await mail(shop, `build-submitted:${submissionId}`, submission.email, content)
  },
})

/** Mails the build to staff. Without a staff address the build is stored and a warning is logged. */
const mailToStaff = defineMailJob({
  name: 'mail-build-to-staff',
  payload,
  async run(shop, { submissionId }) {
    const submission = await findSubmission(shop.db, submissionId)
    const saved = submission && (await findSavedBuild(shop.db, submission.buildCode))
    if (!submission || !saved) return
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
    const content = staffMail({
      ...submission,
      lines: submittedFacts(submission, saved),
      publicUrl: shop.publicUrl,
    })
    await mail(shop, `build-to-staff:${submissionId}`, staffAddress.figure, content, headers)
  },
})

const mailDecision = defineMailJob({
  name: 'mail-build-decision',
  payload: z.object({ submissionId: z.string(), revision: z.number().int() }),
  async run(shop, { submissionId, revision }) {
    const submission = await findSubmission(shop.db, submissionId)
    const decision = await findDecision(shop.db, submissionId)
    // Decided again since: the later job mails.
    if (!submission || decision?.revision !== revision) return
    const write = async () => {
      const token = secretToken()
      const set = (work: UnitOfWork) => setDecisionToken(work, { submissionId, revision }, token)
      if (!(await transact(shop, set))) return undefined
      const link = `${shop.publicUrl}${agreementPath(submissionId, token)}`
      const content = decisionMail({ ...decision, submission, link })
      return { to: submission.email, subject: content.subject, ...renderMail(content) }
    }
    const key = `build-decision:${submissionId}:${revision}`
    await writeAndSendOnce(shop.db, shop.mailer, key, write, shop.now())
  },
})

function agreeBuild(sellables: Sellables) {
  return defineJob({
    name: 'agree-build',
    payload: z.object({ orderId: z.string() }),
    async run(shop, { orderId }) {
      await transact(shop, (work) => agreePaidBuild(work, { sellables, timeZone: shop.timeZone }, orderId))
    },
  })
}

export function buildJobs(sellables: Sellables): readonly Job[] {
  return [mailSubmitted, mailToStaff, mailDecision, agreeBuild(sellables)] as Job[]
}

async function mail(shop: Shop, key: string, to: string, content: MailContent, headers = {}) {
  const message = { key, to, subject: content.subject, ...renderMail(content), headers }
  await sendOnce(shop.db, shop.mailer, message, shop.now())
}
