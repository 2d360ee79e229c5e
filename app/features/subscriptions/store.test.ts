import { expect } from 'vitest'
import { type Work, transact } from '#app/db/work.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { type Bench, test } from '#test/db.ts'
import type { Topic } from './rules.ts'
import { countInLine, joinList, listInLine } from './store.server.ts'
import { forgetSubscriptions } from './store/forget.server.ts'
import {
  confirmSubscription,
  findByLink,
  findSubscription,
  isExpiredLink,
  listOwn,
  makeLink,
  unsubscribe,
} from './store/links.server.ts'
import { subscribers, subscriptionLinks, subscriptions } from './tables.ts'

const line: Topic = 'returned-units:outlaw'

function join(place: Bench, email: string, topic: Topic = line, name?: string) {
  const form = { topic, email, consent: '2026-11' as const, ...(name && { name }) }
  return transact(place, (work) => joinList(work, form))
}

/** The subscription that was asked for last, as the queue names it. */
function lastAsked(place: Bench): string {
  const { subscriptionId = '' } = (place.queued.at(-1)?.payload ?? {}) as { subscriptionId?: string }
  return subscriptionId
}

async function link(place: Bench, id: string, use: 'confirm' | 'manage' = 'confirm') {
  return transact(place, (work) => makeLink(work, id, use))
}

async function joinAndConfirm(place: Bench, email: string, topic: Topic = line) {
  await join(place, email, topic)
  const id = lastAsked(place)
  const token = await link(place, id)
  await transact(place, (work) => confirmSubscription(work, token))
  return { id, token }
}

const run = <Result>(place: Bench, task: (work: Work) => Promise<Result>) => transact(place, task)

test('who joins waits for confirmation, with the words that were shown', async ({ place, db }) => {
  await join(place, 'one@example.com', line, 'Jordan One')
  expect(await db.select().from(subscriptions)).toMatchObject([
    {
      topic: line,
      name: 'Jordan One',
      consentVersion: '2026-11',
      consentWords:
        'A mail when a unit of this drop comes back and you are next in line. Every mail has an unsubscribe link.',
      joinedAt: place.now(),
      confirmedAt: null,
      unsubscribedAt: null,
    },
  ])
  expect(place.queued).toMatchObject([{ job: 'mail-subscription' }])
  expect(await countInLine(db, line)).toBe(0)
})

test('no address travels in the queue, and no secret is stored', async ({ place, db }) => {
  await join(place, 'one@example.com')
  const token = await link(place, lastAsked(place))
  expect(JSON.stringify(place.queued)).not.toContain('one@example.com')
  expect(JSON.stringify(await db.select().from(subscriptionLinks))).not.toContain(token)
})

test('pressing twice makes one subscription and one mail', async ({ place, db }) => {
  await Promise.all(Array.from({ length: 5 }, () => join(place, 'one@example.com')))
  expect(await db.$count(subscriptions)).toBe(1)
  expect(place.queued).toHaveLength(1)
})

test('asking again later sends another mail and keeps the place', async ({ place, db }) => {
  await join(place, 'one@example.com')
  const [before] = await db.select().from(subscriptions)
  place.setNow(after(place.now(), 2 * minute))
  await join(place, 'one@example.com')
  const [later] = await db.select().from(subscriptions)
  expect(place.queued).toHaveLength(2)
  expect(later?.position).toBe(before?.position)
  expect(later?.joinedAt).toEqual(before?.joinedAt)
})

test('a stranger cannot change what a confirmed owner agreed to', async ({ place, db }) => {
  await join(place, 'one@example.com', line, 'Jordan One')
  const token = await link(place, lastAsked(place))
  await run(place, (work) => confirmSubscription(work, token))
  place.setNow(after(place.now(), day))
  await join(place, 'one@example.com', line, 'Somebody Else')
  expect(await db.select().from(subscriptions)).toMatchObject([{ name: 'Jordan One' }])
})

test('the line is in the order of joining, not of confirming', async ({ place, db }) => {
  await join(place, 'first@example.com')
  const first = lastAsked(place)
  await joinAndConfirm(place, 'second@example.com')
  await joinAndConfirm(place, 'third@example.com')
  const token = await link(place, first)
  await run(place, (work) => confirmSubscription(work, token))
  const people = await listInLine(db, line, 10)
  expect(people.map(({ email }) => email)).toEqual([
    'first@example.com',
    'second@example.com',
    'third@example.com',
  ])
  expect((await findSubscription(db, first))?.place).toBe(1)
  const behindFirst = await listInLine(db, line, 1, [people[0]?.position ?? 0])
  expect(behindFirst.map(({ email }) => email)).toEqual(['second@example.com'])
})

test('a confirmation link works for seven days, and again without harm', async ({ place, db }) => {
  await join(place, 'one@example.com')
  const token = await link(place, lastAsked(place))
  place.setNow(after(place.now(), 7 * day - 1))
  expect(await run(place, (work) => confirmSubscription(work, token))).toEqual({ ok: true })
  const [confirmed] = await db.select().from(subscriptions)
  expect(await run(place, (work) => confirmSubscription(work, token))).toEqual({ ok: true })
  expect(await db.select().from(subscriptions)).toEqual([confirmed])
})

test('after seven days a link says that it has expired and confirms nothing', async ({ place, db }) => {
  await join(place, 'one@example.com')
  const token = await link(place, lastAsked(place))
  place.setNow(after(place.now(), 7 * day))
  expect(await run(place, (work) => confirmSubscription(work, token))).toEqual({
    ok: false,
    why: 'unknown_link',
  })
  expect(await isExpiredLink(db, token)).toBe(true)
  expect(await isExpiredLink(db, 'made up')).toBe(false)
  expect(await countInLine(db, line)).toBe(0)
})

test('who leaves is out of the line at once, without a name, and comes back at its end', async ({
  place,
  db,
}) => {
  const { id, token } = await joinAndConfirm(place, 'first@example.com')
  await joinAndConfirm(place, 'second@example.com')
  expect(await run(place, (work) => unsubscribe(work, token, 'this'))).toEqual({ ok: true })
  expect(await run(place, (work) => unsubscribe(work, token, 'this'))).toEqual({ ok: true })
  expect((await findSubscription(db, id))?.state).toBe('ended')
  expect(await run(place, (work) => confirmSubscription(work, token))).toEqual({ ok: false, why: 'stopped' })

  const again = await joinAndConfirm(place, 'first@example.com')
  expect(again.id).toBe(id)
  expect((await findSubscription(db, id))?.place).toBe(2)
})

test('one list is left without touching the others, or all at once', async ({ place, db }) => {
  const { id, token } = await joinAndConfirm(place, 'one@example.com')
  await joinAndConfirm(place, 'one@example.com', 'newsletter')
  await joinAndConfirm(place, 'other@example.com', 'newsletter')
  const own = await findByLink(db, token, place.now())
  const states = async () =>
    (await listOwn(db, own?.subscriberId ?? '')).map(({ topic, state }) => [topic, state])

  await run(place, (work) => unsubscribe(work, token, { id }))
  expect(await states()).toEqual([
    [line, 'ended'],
    ['newsletter', 'confirmed'],
  ])
  await run(place, (work) => unsubscribe(work, token, 'all'))
  expect(await states()).toEqual([
    [line, 'ended'],
    ['newsletter', 'ended'],
  ])
  expect(await countInLine(db, 'newsletter')).toBe(1)
})

test('nobody can stop the subscription of somebody else', async ({ place, db }) => {
  const other = await joinAndConfirm(place, 'other@example.com')
  const { token } = await joinAndConfirm(place, 'one@example.com')
  await run(place, (work) => unsubscribe(work, token, { id: other.id }))
  expect((await findSubscription(db, other.id))?.state).toBe('confirmed')
  expect(await run(place, (work) => unsubscribe(work, 'made up', 'all'))).toMatchObject({ ok: false })
})

test('what was never confirmed is deleted after 14 days, links and person with it', async ({ place, db }) => {
  await join(place, 'one@example.com')
  await link(place, lastAsked(place))
  await joinAndConfirm(place, 'kept@example.com')
  place.setNow(after(place.now(), 14 * day - 1))
  expect(await run(place, forgetSubscriptions)).toBe(0)
  place.setNow(after(place.now(), 1))
  expect(await run(place, forgetSubscriptions)).toBe(1)
  expect((await db.select().from(subscribers)).map(({ email }) => email)).toEqual(['kept@example.com'])
  expect(await db.$count(subscriptionLinks)).toBe(1)
})

test('who left is remembered for a year and then deleted', async ({ place, db }) => {
  const { token } = await joinAndConfirm(place, 'one@example.com')
  await run(place, (work) => unsubscribe(work, token, 'this'))
  place.setNow(after(place.now(), 365 * day - 1))
  expect(await run(place, forgetSubscriptions)).toBe(0)
  place.setNow(after(place.now(), 1))
  expect(await run(place, forgetSubscriptions)).toBe(1)
  expect(await db.$count(subscribers)).toBe(0)
})
