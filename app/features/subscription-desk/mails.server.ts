import { z } from 'zod'
import { findContact } from '#app/features/claims/store.server.ts'
import { findMember } from '#app/features/staff/store/members.server.ts'
import { writtenLetter } from '#app/features/subscriptions/mails.ts'
import { findWritten, type Writing } from '#app/features/subscriptions/store/announce.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { type Letter, renderMail } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'

const mailTest = mailJob('mail-announcement-test', {
  payload: z.object({ announcement: z.string(), memberId: z.string(), requestedAt: z.iso.datetime() }),
  key: ({ announcement, memberId, requestedAt }) =>
    `announcement-test:${announcement}:${memberId}:${requestedAt}`,
  async write(shop, { announcement, memberId }) {
    const found = await findWritten(shop.db, announcement)
    const member = await findMember(shop.db, memberId)
    if (!found || !member) return undefined
    const letter = await letterOf(shop, found)
    return { to: member.email, letter: { ...letter, subject: `Test: ${letter.subject}` } }
  },
})

export const subscriptionDeskJobs: readonly Job[] = [mailTest]

async function letterOf(shop: Shop, writing: Writing): Promise<Letter> {
  const { postalLine } = await findContact(shop)
  const since = formatLongDay(shop.now(), shop.timeZone)
  return writtenLetter(writing, { publicUrl: shop.publicUrl, since, postalLine })
}

export async function previewMail(shop: Shop, writing: Writing): Promise<string> {
  return renderMail(await letterOf(shop, writing), shop.facts()).html
}
