import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { findContact } from '../claims/store.server.ts'
import { buildToStaffLetter, decisionLetter, submittedLetter } from './mails.ts'
import type { Sellables } from '../orders/store/lines.server.ts'
import { findDecision, sendBuildAgreement } from './store/decisions.server.ts'
import { findSavedBuild } from './store.server.ts'
import { findSubmission } from './store/submissions.server.ts'
import { submittedFacts } from './words.ts'

const ofSubmission = z.object({ submissionId: z.string() })

const mailSubmitted = mailJob('mail-build-submitted', {
  payload: ofSubmission,
  key: ({ submissionId }) => `build-submitted:${submissionId}`,
  async write(shop, { submissionId }) {
    const found = await findMailed(shop, submissionId)
    if (!found) return undefined
    const { submission, itemCount, lines } = found
    const letter = submittedLetter({ ...submission, lines, itemCount, publicUrl: shop.publicUrl })
    return { to: submission.email, letter }
  },
})

/** Mails the build to staff. Without a staff address the build is stored and a warning is logged. */
const mailToStaff = mailJob('mail-build-to-staff', {
  payload: ofSubmission,
  key: ({ submissionId }) => `build-to-staff:${submissionId}`,
  async write(shop, { submissionId }) {
    const found = await findMailed(shop, submissionId)
    if (!found) return undefined
    const { desk } = await findContact(shop)
    if (!desk) {
      shop.log.warn(
        { submissionId },
        'A submitted build could not be mailed to staff: the claim support.email is empty',
      )
      return undefined
    }
    const { submission, lines } = found
    const letter = buildToStaffLetter({ ...submission, lines, publicUrl: shop.publicUrl })
    // The form accepts a single plain address only, so it cannot inject a header.
    return { to: desk, letter, headers: { 'Reply-To': submission.email } }
  },
})

async function findMailed({ db }: Shop, submissionId: string) {
  const submission = await findSubmission(db, submissionId)
  const saved = submission && (await findSavedBuild(db, submission.buildCode))
  if (!submission || !saved) return undefined
  return { submission, lines: submittedFacts(submission, saved), itemCount: saved.price.itemCount }
}

const mailDecision = mailJob('mail-build-decision', {
  payload: z.object({ submissionId: z.string(), revision: z.number().int() }),
  key: ({ submissionId, revision }) => `build-decision:${submissionId}:${revision}`,
  async write(shop, { submissionId, revision }) {
    const submission = await findSubmission(shop.db, submissionId)
    const decision = await findDecision(shop.db, submissionId)
    // Decided again since: the later job mails.
    if (!submission || decision?.revision !== revision) return undefined
    const link = `${shop.publicUrl}/build/submitted/${submissionId}`
    return { to: submission.email, letter: decisionLetter({ ...decision, submission, link }) }
  },
})

function sendAgreement(sellables: Sellables) {
  return defineJob({
    name: 'send-build-agreement',
    payload: z.object({ orderId: z.string() }),
    async run(shop, { orderId }) {
      await transact(shop, (work) =>
        sendBuildAgreement(work, { sellables, timeZone: shop.timeZone }, orderId),
      )
    },
  })
}

export function buildJobs(sellables: Sellables): readonly Job[] {
  return [mailSubmitted, mailToStaff, mailDecision, sendAgreement(sellables)] as Job[]
}
