import { z } from 'zod'
import { type Db, transact } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job, TryLater } from '#app/jobs/job.ts'
import { after, minute } from '#app/kit/clock.ts'
import { brand } from '#app/kit/brand.ts'
import { facts, type Letter, mailTheme } from '#app/mail/letter.ts'
import { defineMailJob, mailJob, isMailPaused, type Mailing, mailOnce } from '#app/mail/mail-job.server.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { findContact } from '../claims/store.server.ts'
import { announcementLetter } from './mails.ts'
import { linkTo, positionWords, type Topic, unsubscribeHeaders } from './rules.ts'
import {
  type Announcement,
  announceTopic,
  findAnnouncement,
  findRecipient,
  listRecipients,
  noteProgress,
  type Recipient,
  type StoredAnnouncement,
} from './store/announce.server.ts'
import { findSubscription, listToken, type FindTopic, recordTopic } from './store/links.server.ts'

/** The composition puts it together, so that this feature knows none of the others and each of them may use this one. */
export type TopicSources = {
  /** What a list is called. Undefined for a thing that does not exist: a form that made it up gets no mail. */
  findTopic: FindTopic
  /** What is to be announced by now. What was announced before may be among it. */
  listDue: (db: Db, now: Date) => Promise<{ topic: Topic; announcement: Announcement }[]>
}

const sentAtOnce = 10
const maxRunMs = minute

/**
 * Addresses are read when a mail is sent, so that who has left is not mailed. A repeated batch finds its mails sent (`sendOnce`), and
 * an address that its server refuses is tried again by a job of its own, without holding up those behind it.
 */
export function subscriptionJobs(sources: TopicSources): readonly Job[] {
  return [mailSubscription(sources), announceDue(sources), mailAnnouncement, mailRetry] as Job[]
}

function mailSubscription({ findTopic }: TopicSources): Job {
  return mailJob('mail-subscription', {
    payload: z.object({ subscriptionId: z.string(), requestedAt: z.iso.datetime() }),
    key: ({ subscriptionId, requestedAt }) => `subscription:${subscriptionId}:${requestedAt}`,
    async write(shop, { subscriptionId, requestedAt }) {
      const own = await findSubscription(shop.db, subscriptionId)
      // Asked again since: the later job mails.
      if (!own || own.state === 'ended' || own.requestedAt.toISOString() !== requestedAt) return undefined
      const list = await findTopic(shop.db, own.topic, shop.now())
      if (!list) return undefined
      await recordTopic(shop.db, own.topic, list)
      const { title } = list
      const theme = mailTheme(list.theme)
      const why = `You’re getting this email because someone entered this address in a form at the ${brand} shop.`
      // Asks the owner of an address whether it was them. Nothing else is mailed before they say so.
      if (own.state === 'pending')
        return toSubscriber(shop, own.email, {
          subject: `Confirm your address: ${title}`,
          preview: 'One click and you’re on the list. The link works for 7 days.',
          theme,
          why: `${why} It’s the only one unless you confirm.`,
          blocks: [
            { heading: 'Confirm your address' },
            { text: `Someone, hopefully you, signed up to hear about: ${title}.` },
            {
              button: 'Confirm',
              href: linkTo(shop.publicUrl, 'confirm', mint(shop, subscriptionId, 'confirm')),
            },
            { facts: facts({ List: title, 'What you get': own.consent, 'Link works for': '7 days' }) },
            {
              note: 'Wasn’t you? You can ignore this email. Nobody can add you to a list without this button, and we’ll delete the address in 14 days.',
            },
          ],
        })
      // The page says the same to everybody; only the address's owner learns it.
      const unsubscribeUrl = leaveLink(shop, subscriptionId)
      const since = formatLongDay(own.confirmedAt ?? own.joinedAt, shop.timeZone)
      const place = own.position ? ` ${positionWords(own.position)}` : ''
      return toSubscriber(shop, own.email, {
        subject: `You’re already on the list: ${title}`,
        preview: `Since ${since}. Nothing to do.`,
        theme,
        why,
        unsubscribeUrl,
        blocks: [
          { heading: 'You’re already on the list' },
          { text: `You’ve been on the list since ${since}: ${title}.${place}` },
          { button: 'See your subscriptions', href: `${unsubscribeUrl}#lists` },
          { note: 'Wasn’t you? You can ignore this email. Nothing has changed.' },
        ],
      })
    },
  })
}

function announceDue({ listDue }: TopicSources) {
  return defineJob({
    name: 'announce-due',
    payload: z.object({}),
    every: '* * * * *',
    async run(shop) {
      for (const { topic, announcement } of await listDue(shop.db, shop.now()))
        await transact(shop, (work) => announceTopic(work, topic, announcement))
    },
  })
}

const mailAnnouncement = defineMailJob({
  name: 'mail-announcement',
  payload: z.object({ announcementId: z.string() }),
  concurrency: 1,
  limitSeconds: 300,
  async run(shop, { announcementId }, signal) {
    const until = after(shop.now(), maxRunMs)
    const mayGoOn = () => shop.now() < until && !signal?.aborted
    while (mayGoOn()) if (!(await mailBatch(shop, announcementId))) return
    // A long list makes room for what else is announced.
    await transact(shop, ({ enqueue }) =>
      enqueue('mail-announcement', { announcementId }, { once: announcementId }),
    )
  },
})

async function mailBatch(shop: Shop, announcementId: string): Promise<boolean> {
  const announcement = await findAnnouncement(shop.db, announcementId)
  if (!announcement || announcement.doneAt) return false
  const batch = await listRecipients(shop.db, announcement)
  const failed: Recipient[] = []
  let isPaused = false
  let from = 0
  for (; from < batch.length && !isPaused; from += sentAtOnce) {
    const lane = batch.slice(from, from + sentAtOnce)
    const outcomes = await Promise.allSettled(lane.map((one) => mailOne(shop, announcement, one)))
    const refused = lane.filter((_, index) => outcomes[index]?.status === 'rejected')
    failed.push(...refused)
    // The mail server is away: the rest waits for the next run, instead of failing one by one.
    isPaused = refused.length === lane.length && (await isMailPaused(shop.db, shop.now()))
  }
  if (failed.length)
    shop.log.warn({ announcementId, failed: failed.length }, 'Some mails of an announcement are tried again')
  await transact(shop, (work) => noteProgress(work, announcementId, batch.slice(0, from), failed))
  if (isPaused) throw new TryLater('The mail server failed a moment ago')
  return batch.length > 0
}

const mailRetry = defineMailJob({
  name: 'mail-announcement-again',
  payload: z.object({ announcementId: z.string(), subscriptionId: z.string() }),
  async run(shop, { announcementId, subscriptionId }) {
    const announcement = await findAnnouncement(shop.db, announcementId)
    const recipient = await findRecipient(shop.db, subscriptionId)
    if (announcement && recipient) await mailOne(shop, announcement, recipient)
  },
})

function mailOne(
  shop: Shop,
  { id, content }: StoredAnnouncement,
  { subscriberId, subscriptionId }: Recipient,
): Promise<void> {
  return mailOnce(shop, `announcement:${id}:${subscriberId}`, async () => {
    const own = await findSubscription(shop.db, subscriptionId)
    if (own?.state !== 'confirmed') return undefined
    const letter = announcementLetter({
      ...content,
      unsubscribeUrl: leaveLink(shop, subscriptionId),
      url: shop.publicUrl + content.path,
      title: own.title ?? 'Newsletter',
      since: formatLongDay(own.joinedAt, shop.timeZone),
    })
    return toSubscriber(shop, own.email, letter)
  })
}

async function toSubscriber(shop: Shop, to: string, letter: Letter): Promise<Mailing> {
  const { postalLine } = await findContact(shop)
  const headers = letter.unsubscribeUrl ? unsubscribeHeaders(letter.unsubscribeUrl) : {}
  return { to, letter: { ...letter, postalLine }, headers }
}

function leaveLink(shop: Shop, subscriptionId: string): string {
  return linkTo(shop.publicUrl, 'unsubscribe', mint(shop, subscriptionId, 'manage'))
}

function mint({ sign, now }: Shop, subscriptionId: string, use: 'confirm' | 'manage'): string {
  return listToken({ sign, now: now() }, subscriptionId, use)
}
