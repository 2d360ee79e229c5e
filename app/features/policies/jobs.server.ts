import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type Mailing, mailJob } from '#app/mail/mail-job.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { findContact } from '../claims/store.server.ts'
import { answerLetter, confirmLetter, receivedLetter, requestToStaffLetter } from './mails.ts'
import { requestLink } from './rules.ts'
import { type DataRequest, findRequest, forgetRequests, setRequestToken } from './store.server.ts'

export const policyJobs: readonly Job[] = [
  aboutRequest('data-request', async (shop, request) => {
    if (request.confirmedAt) return undefined
    const token = secretToken()
    await transact(shop, (work) => setRequestToken(work, request.id, token))
    const link = requestLink(shop.publicUrl, request.id, token)
    return { to: request.email, letter: confirmLetter(request, link) }
  }),
  aboutRequest('data-request-received', async (shop, request) => ({
    to: request.email,
    letter: { ...receivedLetter(request, dueOn(shop, request)), ...(await postalLine(shop)) },
  })),
  aboutRequest('data-request-to-staff', async (shop, request) => {
    const { desk, postalLine: from } = await findContact(shop)
    if (desk)
      return {
        to: desk,
        letter: { ...requestToStaffLetter(request, dueOn(shop, request)), postalLine: from },
        headers: { 'Reply-To': request.email },
      }
    // The request waits in the shop, and its clock runs.
    shop.log.warn(
      { requestId: request.id },
      'A data request has no desk to go to: the claim support.email is empty',
    )
    return undefined
  }),
  aboutRequest('data-request-answer', async (shop, request) => {
    if (request.answer === null) return undefined
    const letter = { ...answerLetter(request, request.answer), ...(await postalLine(shop)) }
    return { to: request.email, letter }
  }),
  defineJob({
    name: 'forget-data-requests',
    payload: z.object({}),
    every: '40 4 * * *',
    async run(shop) {
      await applyRetention(shop, 'data_requests', forgetRequests)
    },
  }) as Job,
]

function aboutRequest(
  kind: string,
  write: (shop: Shop, request: DataRequest) => Promise<Mailing | undefined>,
): Job {
  return mailJob(`mail-${kind}`, {
    payload: z.object({ requestId: z.string() }),
    key: ({ requestId }) => `${kind}:${requestId}`,
    async write(shop, { requestId }) {
      const request = await findRequest(shop.db, requestId)
      return request && write(shop, request)
    },
  })
}

function dueOn({ timeZone }: Shop, { dueAt }: DataRequest): string {
  return formatLongDay(dueAt, timeZone)
}

async function postalLine(shop: Shop) {
  return { postalLine: (await findContact(shop)).postalLine }
}
