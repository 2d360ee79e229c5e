import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce, writeAndSendOnce } from '#app/mail/send-once.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import { findClaims } from '../claims/store.server.ts'
import { answerMail } from './emails/answer.tsx'
import { confirmMail } from './emails/confirm.tsx'
import { receivedMail } from './emails/received.tsx'
import { dataRequestMail } from './emails/data-request.tsx'
import { requestLink } from './rules.ts'
import { type DataRequest, findRequest, setRequestToken } from './store.server.ts'

export const policyJobs: readonly Job[] = [
  aboutRequest('mail-data-request', async (shop, request) => {
    if (request.confirmedAt) return
    const write = async () => {
      const token = secretToken()
      await transact(shop, (work) => setRequestToken(work, request.id, token))
      const link = requestLink(shop.publicUrl, request.id, token)
      const content = confirmMail({ ...request, link })
      return { to: request.email, subject: content.subject, ...renderMail(content) }
    }
    await writeAndSendOnce(shop.db, shop.mailer, `data-request:${request.id}`, write, shop.now())
  }),
  aboutRequest('mail-data-request-received', (shop, request) =>
    mail(
      shop,
      `data-request-received:${request.id}`,
      request.email,
      receivedMail({ ...request, dueOn: formatLongDay(request.dueAt, shop.timeZone) }),
    ),
  ),
  aboutRequest('mail-data-request-to-staff', mailToStaff),
  aboutRequest('mail-data-request-answer', async (shop, { answer, ...request }) => {
    if (answer === null) return
    await mail(shop, `data-request-answer:${request.id}`, request.email, answerMail({ ...request, answer }))
  }),
] as Job[]

function aboutRequest(name: string, act: (shop: Shop, request: DataRequest) => Promise<void>) {
  return defineMailJob({
    name,
    payload: z.object({ requestId: z.string() }),
    async run(shop, { requestId }) {
      const request = await findRequest(shop.db, requestId)
      if (request) await act(shop, request)
    },
  })
}

/** Without an address of the desk the request waits in the shop, its clock runs, and the log says so. */
async function mailToStaff(shop: Shop, request: DataRequest) {
  const desk = (await findClaims(shop.db, ['support.email'], shop.now(), shop.timeZone))['support.email']
  if (!desk)
    return shop.log.warn(
      { requestId: request.id },
      'A data request has no desk to go to: the claim support.email is empty',
    )
  const content = dataRequestMail({ ...request, dueOn: formatLongDay(request.dueAt, shop.timeZone) })
  await mail(shop, `data-request-to-staff:${request.id}`, desk.figure, content, { 'Reply-To': request.email })
}

async function mail(shop: Shop, key: string, to: string, content: MailContent, headers = {}) {
  const postal = (await findClaims(shop.db, ['support.postal'], shop.now(), shop.timeZone))['support.postal']
  const { html, text } = renderMail({ ...content, ...(postal && { postalLine: postal.text }) })
  await sendOnce(shop.db, shop.mailer, { key, to, subject: content.subject, html, text, headers }, shop.now())
}
