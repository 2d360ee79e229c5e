import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { MailFailure } from '#app/mail/mailer.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { topicSources } from '#app/topics.server.ts'
import { TryLater } from '#app/jobs/job.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobRunner } from '#test/jobs.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, type TestShop } from '#test/visit.ts'
import { subscriptionJobs } from './jobs.server.ts'
import type { Topic } from './rules.ts'
import {
  joinWaitlist,
  confirmSubscription,
  findSubscription,
  readListToken,
  unsubscribe,
} from './store/links.server.ts'
import { announceTopic, findRecipient, listRecipients } from './store/announce.server.ts'
import { announcements, subscribers, subscriptions } from './tables.ts'

const jobs = subscriptionJobs(topicSources)
const news = {
  occasion: 'drop:test-drop opened',
  subject: 'Test Drop is live',
  heading: 'Test Drop is live',
  lines: ['Three numbers are left.'],
  button: 'Join the Drop',
  path: '/drops/test-drop',
}

const { run, workOff } = jobRunner(jobs)

async function join(shop: TestShop & TestContext, email: string, topic: Topic) {
  await transact(shop, (work) => joinWaitlist(work, { topic, email, consent: '2026-11.2' }))
  const requested = shop.queued.pop()
  if (!requested) throw new Error('Nothing was queued')
  return requested
}

async function member(shop: TestShop & TestContext, email: string, topic: Topic) {
  const { payload } = await join(shop, email, topic)
  const { subscriptionId } = payload as { subscriptionId: string }
  await transact(shop, (work) => confirmSubscription(work, subscriptionId))
  const own = await findSubscription(shop.db, subscriptionId)
  if (!own) throw new Error('Nothing was stored')
  return { subscriptionId, own }
}

async function members({ db, now }: TestShop, count: number, topic: Topic) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const people = await db
    .insert(subscribers)
    .values(numbers.map((number) => ({ email: addressOf(number), createdAt: now() })))
    .returning()
  const agreed = { topic, consentVersion: '2026-11.2', consentWords: 'One mail.' }
  const moments = { joinedAt: now(), requestedAt: now(), confirmedAt: now() }
  await db.insert(subscriptions).values(people.map(({ id }) => ({ subscriberId: id, ...agreed, ...moments })))
}

const addressOf = (index: number) => `reader${String(index).padStart(3, '0')}@example.com`
const shopOn = (ctx: TestContext) => ({ ...ctx, ...givenShop(ctx) })
/** What the link of a mail says to its page. */
const readKey = ({ sign, now }: TestShop, text: string) =>
  readListToken({ sign, now: now() }, /key=([\w-]{50,})/.exec(text)?.[1] ?? '')

test('the first email asks to confirm, is sent once, and its link works', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  await givenDrop(db)
  const requested = await join(shop, 'one@example.com', 'drop:test-drop')
  await run(shop, 'mail-subscription', requested.payload)
  await run(shop, 'mail-subscription', requested.payload)
  const [mail, ...more] = shop.sent
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: 'one@example.com', subject: 'Confirm your address: Test Drop' })
  expect(mail?.text).toContain('http://shop.test/subscriptions/confirm?key=')
  expect(mail?.text).toContain('One email when this drop opens.')
  expect(readKey(shop, mail?.text ?? '')).toMatchObject({ id: expect.any(String), isExpired: false })
})

test('an unknown list is not mailed', async ({ ctx }) => {
  const shop = shopOn(ctx)
  for (const topic of ['drop:made-up', 'platform:made-up', 'build-window:made-up'] as const) {
    const requested = await join(shop, 'one@example.com', topic)
    await run(shop, 'mail-subscription', requested.payload)
  }
  expect(shop.sent).toEqual([])
})

test('an announcement is commercial email: sender, reason, and one-click unsubscribe', async ({
  ctx,
  db,
}) => {
  const shop = shopOn(ctx)
  await givenDrop(db)
  await member(shop, 'one@example.com', 'drop:test-drop')
  await transact(shop, (work) => announceTopic(work, 'drop:test-drop', news))
  await workOff(shop)
  const [mail] = shop.sent
  expect(mail?.headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(
      /^<http:\/\/shop\.test\/subscriptions\/unsubscribe\?key=[\w-]{50,}>$/,
    ),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(mail?.text).toContain('Miami, Florida')
  expect(mail?.text).toContain('You’re getting this email because you signed up on November 20, 2026')
  expect(mail?.text).toContain('Unsubscribe: http://shop.test/subscriptions/unsubscribe?key=')
  expect(mail?.html).toContain('href="http://shop.test/drops/test-drop"')
  expect(readKey(shop, mail?.headers?.['List-Unsubscribe'] ?? '')).toMatchObject({ isExpired: false })
})

test('subscribers are emailed once, in batches of ten, in the order they joined', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  await members(shop, 120, 'newsletter')
  await transact(shop, (work) => announceTopic(work, 'newsletter', news))
  await workOff(shop)
  const tens = Array.from({ length: 12 }, (_, ten) =>
    shop.sent.slice(ten * 10, ten * 10 + 10).map(({ to }) => to),
  )
  expect(tens.flatMap((ten) => ten.toSorted())).toEqual(
    Array.from({ length: 120 }, (_, index) => addressOf(index + 1)),
  )
  expect(await db.select().from(announcements)).toMatchObject([{ doneAt: ctx.now() }])
})

test('an aborted run leaves the rest to another one', async ({ ctx }) => {
  const shop = shopOn(ctx)
  await members(shop, 70, 'newsletter')
  await transact(shop, (work) => announceTopic(work, 'newsletter', news))
  const [first] = shop.queued.splice(0)
  const mailing = jobs.find(({ name }) => name === 'mail-announcement')
  await mailing?.run(shop, first?.payload, AbortSignal.abort())
  expect(shop.sent).toEqual([])
  await workOff(shop)
  expect(shop.sent).toHaveLength(70)
})

test('after a crash within a batch it continues, and no one is emailed twice', async ({ ctx }) => {
  const shop = shopOn(ctx)
  await members(shop, 70, 'newsletter')
  await transact(shop, (work) => announceTopic(work, 'newsletter', news))
  const [first] = shop.queued
  const payload = first?.payload ?? {}

  // The process dies after 30 mails of the first batch: 20 are never handed over, and nothing is noted.
  const deadAfter = (mails: number) => ({
    ...shop,
    mailer: {
      send: async (mail: (typeof shop.sent)[number]) => {
        if (shop.sent.length >= mails) throw new Error('the process died')
        shop.sent.push(mail)
      },
    },
    enqueueIn: () => () => Promise.reject(new Error('the process died')),
  })
  await expect(run(deadAfter(30), 'mail-announcement', payload)).rejects.toThrow('died')
  expect(shop.sent).toHaveLength(30)
  ctx.setNow(new Date(ctx.now().getTime() + minute))
  await expect(run(deadAfter(50), 'mail-announcement', payload)).rejects.toThrow('died')
  expect(shop.sent).toHaveLength(50)

  ctx.setNow(new Date(ctx.now().getTime() + minute))
  await workOff(shop)
  const addresses = shop.sent.map(({ to }) => to)
  expect(addresses).toHaveLength(70)
  expect(new Set(addresses).size).toBe(70)
})

test('a mailing pauses after ten failures while the mail server is down, and continues afterwards', async ({
  ctx,
}) => {
  const shop = shopOn(ctx)
  await members(shop, 35, 'newsletter')
  await transact(shop, (work) => announceTopic(work, 'newsletter', news))
  const payload = shop.queued.shift()?.payload
  let tries = 0
  let isAway = true
  shop.mailer.send = async (mail) => {
    tries++
    if (isAway) throw new Error('connect ECONNREFUSED')
    shop.sent.push(mail)
  }
  await expect(run(shop, 'mail-announcement', payload)).rejects.toThrow(TryLater)
  expect(tries).toBe(10)
  isAway = false
  ctx.setNow(new Date(ctx.now().getTime() + minute))
  await run(shop, 'mail-announcement', payload)
  expect(shop.sent).toHaveLength(25)
  await workOff(shop)
  expect(new Set(shop.sent.map(({ to }) => to)).size).toBe(35)
  expect(shop.sent).toHaveLength(35)
})

test('an address refused by its server is retried alone, and blocks no other', async ({ ctx }) => {
  const shop = shopOn(ctx)
  await members(shop, 3, 'newsletter')
  await transact(shop, (work) => announceTopic(work, 'newsletter', news))
  let isRefusing = true
  shop.mailer.send = async (mail) => {
    if (isRefusing && mail.to === addressOf(2))
      throw new MailFailure('450', { about: 'refusal', code: 'EENVELOPE 450' })
    shop.sent.push(mail)
  }
  await run(shop, 'mail-announcement', shop.queued.shift()?.payload)
  expect(shop.sent.map(({ to }) => to).toSorted()).toEqual([addressOf(1), addressOf(3)])
  expect(shop.queued.map(({ job }) => job)).toEqual(['mail-announcement-again'])
  isRefusing = false
  await workOff(shop)
  expect(shop.sent.at(-1)?.to).toBe(addressOf(2))
  expect(shop.sent).toHaveLength(3)
})

test('a person on two lists is emailed once, through the first', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  await givenDrop(db)
  await member(shop, 'one@example.com', 'newsletter')
  const { subscriptionId } = await member(shop, 'one@example.com', 'drop:test-drop')
  await transact(shop, (work) => announceTopic(work, 'drop:test-drop', { ...news, alsoTo: ['newsletter'] }))
  await workOff(shop)
  expect(shop.sent).toHaveLength(1)
  expect(readKey(shop, shop.sent[0]?.text.split('Unsubscribe:')[1] ?? '')?.id).toBe(subscriptionId)
  expect(await db.$count(subscriptions)).toBe(2)
})

test('unconfirmed and unsubscribed people are not emailed', async ({ ctx }) => {
  const shop = shopOn(ctx)
  await join(shop, 'waiting@example.com', 'newsletter')
  const { own, subscriptionId } = await member(shop, 'gone@example.com', 'newsletter')
  await member(shop, 'other@example.com', 'tax')
  await transact(shop, (work) => announceTopic(work, 'newsletter', news))
  await transact(shop, (work) => unsubscribe(work, own, 'this'))
  const [announcement] = await ctx.db.select().from(announcements)
  if (!announcement) throw new Error('Nothing was announced')
  expect(await listRecipients(ctx.db, announcement)).toEqual([])
  expect(await findRecipient(ctx.db, subscriptionId)).toBeUndefined()
  await workOff(shop)
  expect(shop.sent).toEqual([])
})

test('who confirms after an announcement was made is not mailed by it', async ({ ctx }) => {
  const shop = shopOn(ctx)
  await member(shop, 'before@example.com', 'newsletter')
  await transact(shop, (work) => announceTopic(work, 'newsletter', news))
  ctx.setNow(after(ctx.now(), minute))
  const announced = shop.queued.splice(0)
  await member(shop, 'later@example.com', 'newsletter')
  shop.queued.splice(0, shop.queued.length, ...announced)
  await workOff(shop)
  expect(shop.sent.map(({ to }) => to)).toEqual(['before@example.com'])
})

test('the same occasion is announced once', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  expect(await transact(shop, (work) => announceTopic(work, 'newsletter', news))).toEqual(expect.any(String))
  expect(await transact(shop, (work) => announceTopic(work, 'newsletter', news))).toBeUndefined()
  expect(await db.$count(announcements)).toBe(1)
  expect(shop.queued).toHaveLength(1)
})

test('a drop that goes live is announced to its waitlist and the newsletter, once', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  await givenDrop(db, { status: 'coming_soon', launchDate: after(ctx.now(), minute) })
  await member(shop, 'wait@example.com', 'drop:test-drop')
  await member(shop, 'news@example.com', 'newsletter')
  await run(shop, 'announce-due')
  expect(shop.queued).toEqual([])
  ctx.setNow(after(ctx.now(), 2 * minute))
  await run(shop, 'announce-due')
  await run(shop, 'announce-due')
  await workOff(shop)
  expect(shop.sent.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
    'news@example.com Test Drop is live',
    'wait@example.com Test Drop is live',
  ])
  expect(shop.sent[0]?.text).toContain('3 of 3 numbers are left.')
})

test('a drop that opened days ago, or is paused, is no news', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  await givenDrop(db, { launchDate: after(ctx.now(), -4 * 24 * 60 * minute) })
  await run(shop, 'announce-due')
  expect(await db.$count(announcements)).toBe(0)
})
