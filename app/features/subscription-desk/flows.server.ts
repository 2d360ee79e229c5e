import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import type { AppContext } from '#app/db/work.server.ts'
import {
  type Topic,
  parseTopic,
  mayWriteTo,
  paragraphsOf,
  topicKinds,
  topicParts,
  type WrittenState,
} from '#app/features/subscriptions/rules.ts'
import { removeFromLists } from '#app/features/subscriptions/store/links.server.ts'
import {
  changeDraft,
  discardDraft,
  findWritten,
  sendWritten,
  type Writing,
  writeDraft,
  type Written,
  countLeft,
} from '#app/features/subscriptions/store/announce.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { z } from 'zod'
import { findContact } from '#app/features/claims/store.server.ts'
import { findMember } from '#app/features/staff/store/members.server.ts'
import { writtenLetter } from '#app/features/subscriptions/mails.ts'
import type { Job } from '#app/jobs/job.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { type Letter, renderMail } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { countMailsLike } from '#app/mail/send-once.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'

type ListsDesk = { ctx: AppContext; by: string; actor: string }

/** Takes somebody off one list or all. The log names them by their subscriber's id: it holds no address. */
export function takeOffLists(
  { ctx, actor }: ListsDesk,
  input: { subscriberId: string; topic?: Topic | undefined },
) {
  const act = {
    verb: 'subscription-remove',
    subject: input.subscriberId,
    data: { list: input.topic ?? 'all' },
  }
  return actAs(ctx, actor, act, (work) => removeFromLists(work, input))
}

/** Stores a new announcement as a draft, and says its id. `key` is that of its form: sent twice, it stores one. */
export function writeAnnouncement(
  { ctx, actor, by }: ListsDesk,
  { key, ...writing }: Writing & { key: string },
) {
  const act = {
    verb: 'announcement-write',
    subject: ({ id }: { id: string }) => id,
    data: changeOf(undefined, writing),
    form: { key, typed: ['announcement', writing] },
  }
  return actAs(ctx, actor, act, async (work) => ({
    ok: true as const,
    id: await writeDraft(work, writing, by),
  }))
}

export function changeAnnouncement(
  { ctx, actor, by }: ListsDesk,
  { id, revision, ...writing }: Writing & { id: string; revision: number },
) {
  const data = ({ before }: { before: Writing }) => changeOf(textOf(before), writing)
  return actAs(ctx, actor, { verb: 'announcement-change', subject: id, data }, (work) =>
    changeDraft(work, { ...writing, id, revision, by }),
  )
}

export function sendAnnouncement({ ctx, actor }: ListsDesk, input: { id: string; revision: number }) {
  const act = { verb: 'announcement-send', subject: input.id, data: { revision: input.revision } }
  return actAs(ctx, actor, act, (work) => sendWritten(work, input))
}

export function discardAnnouncement({ ctx, actor }: ListsDesk, id: string) {
  const data = ({ before }: { before: Writing }) => changeOf(textOf(before), undefined)
  return actAs(ctx, actor, { verb: 'announcement-discard', subject: id, data }, (work) =>
    discardDraft(work, id),
  )
}

/** Mails an announcement in its current state to the member who requests a test. `key` is that of the form. */
export function sendTest(
  { ctx, actor }: ListsDesk,
  { id, memberId, key }: { id: string; memberId: string; key: string },
) {
  const form = { key, typed: ['announcement test', id] }
  return actAs(ctx, actor, { verb: 'announcement-test', subject: id, form }, async (work) => {
    if (!(await findWritten(work.tx, id))) return refuse('not_found')
    const requestedAt = work.now.toISOString()
    await work.enqueue('mail-announcement-test', { announcement: id, memberId, requestedAt })
    return allowed
  })
}

function textOf({ topic, subject, body, button, path }: Writing): Writing {
  return { topic, subject, body, button, path }
}

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

const line = (name: string, max: number) =>
  z
    .string(`Write the ${name}`)
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, `Write the ${name}`).max(max, `Keep the ${name} under ${max} characters`))

const topic = z.string('Choose a list').transform((text, ctx) => {
  const found = parseTopic(text)
  if (found && mayWriteTo(found)) return found
  ctx.addIssue({ code: 'custom', message: 'Choose a list' })
  return z.NEVER
})

export const writingInput = z.object({
  topic,
  subject: line('subject', 120),
  body: z
    .string('Write the text')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(8_000, 'Keep the text under 8,000 characters'))
    .refine((text) => paragraphsOf(text).length > 0, 'Write the text'),
  button: line('words of the button', 40),
  path: z
    .string('Where does the button lead?')
    .trim()
    .regex(/^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?(?:[?#][\w=&.~#-]*)?$/, 'Enter a page of this shop, like /drops')
    .max(200, 'Keep the address under 200 characters'),
})

export const removalInput = z.object({
  subscriber: z.uuid(),
  topic: z
    .string()
    .optional()
    .transform((text) => (text ? parseTopic(text) : undefined)),
  q: z.string().max(200).optional(),
})

export const listsPath = '/staff/subscriptions'

export function announcementPath(id: string): string {
  return `${listsPath}/announcements/${encodeURIComponent(id)}`
}

/** What a list is called: by its title, or by its kind and id where no mail about it was ever written. */
export function listName(topic: Topic, title: string | null): string {
  if (title) return title
  const { kind, id } = topicParts(topic)
  return id ? `${topicKinds[kind].title}: ${id}` : topicKinds[kind].title
}

export function writableTopics(known: readonly { topic: Topic; title: string | null }[]) {
  const fixed = (Object.keys(topicKinds) as (keyof typeof topicKinds)[])
    .filter((kind) => !('hasId' in topicKinds[kind]))
    .map((kind) => ({ topic: kind as Topic, title: null }))
  const all = [...known, ...fixed.filter(({ topic }) => !known.some((own) => own.topic === topic))]
  return all
    .filter(({ topic }) => mayWriteTo(topic))
    .map(({ topic, title }) => ({ topic, name: listName(topic, title) }))
}

export const refusalWords = {
  not_on_list: 'This address is on no such list anymore.',
  not_found: 'There is no such announcement.',
  not_a_draft: 'It was sent: it can’t be changed any more.',
  changed: 'Another person changed it since you opened it. Read it again before it goes.',
  nobody: 'Nobody is on this list.',
} as const

export const stateWords: Record<WrittenState, { kind: 'todo' | 'half' | 'done'; word: string }> = {
  draft: { kind: 'todo', word: 'Draft' },
  sending: { kind: 'half', word: 'Sending' },
  sent: { kind: 'done', word: 'Sent' },
}

export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}

export async function findResult(
  db: Db,
  { announcementId, topic, startedAt }: Pick<Written, 'announcementId' | 'topic' | 'startedAt'>,
) {
  if (!announcementId || !startedAt) return undefined
  const [mails, unsubscribed] = await Promise.all([
    countMailsLike(db, `announcement:${announcementId}:`),
    countLeft(db, topic, startedAt),
  ])
  return { ...mails, unsubscribed }
}

export async function previewMail(shop: Shop, writing: Writing): Promise<string> {
  return renderMail(await letterOf(shop, writing), shop.facts()).html
}
