import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { type TestContext, test } from '#test/db.ts'
import type { Topic } from './rules.ts'
import {
  joinWaitlist,
  forgetEnded,
  forgetUnconfirmed,
  confirmSubscription,
  findSubscription,
  listOwn,
  listToken,
  readListToken,
  unsubscribe,
  countWaitlist,
  listWaiters,
  waitersOn,
} from './store/links.server.ts'
import { subscribers, subscriptions } from './tables.ts'

const line: Topic = 'returned-units:outlaw'

function join(ctx: TestContext, email: string, topic: Topic = line, name?: string) {
  const form = { topic, email, consent: '2026-11.2' as const, ...(name && { name }) }
  return transact(ctx, (work) => joinWaitlist(work, form))
}

function lastRequestedId(ctx: TestContext): string {
  const { subscriptionId = '' } = (ctx.queued.at(-1)?.payload ?? {}) as { subscriptionId?: string }
  return subscriptionId
}

function link({ sign, now }: TestContext, id: string, use: 'confirm' | 'manage' = 'confirm') {
  return listToken({ sign, now: now() }, id, use)
}

async function joinAndConfirm(ctx: TestContext, email: string, topic: Topic = line) {
  await join(ctx, email, topic)
  const id = lastRequestedId(ctx)
  await confirm(ctx, id)
  const own = await findSubscription(ctx.db, id)
  if (!own) throw new Error('Nothing was stored')
  return own
}

const confirm = (ctx: TestContext, id: string) => transact(ctx, (work) => confirmSubscription(work, id))

const run = <Result>(ctx: TestContext, task: (work: UnitOfWork) => Promise<Result>) => transact(ctx, task)

test('joining stores a pending subscription with the consent text shown', async ({ ctx, db }) => {
  await join(ctx, 'one@example.com', line, 'Jordan One')
  expect(await db.select().from(subscriptions)).toMatchObject([
    {
      topic: line,
      name: 'Jordan One',
      consentVersion: '2026-11.2',
      consentWords:
        'An email when a unit of this drop is returned and you’re next in line. Unsubscribe anytime.',
      joinedAt: ctx.now(),
      confirmedAt: null,
      unsubscribedAt: null,
    },
  ])
  expect(ctx.queued).toMatchObject([{ job: 'mail-subscription' }])
  expect(await countWaitlist(db, line)).toBe(0)
})

test('no address travels in the queue', async ({ ctx }) => {
  await join(ctx, 'one@example.com')
  expect(JSON.stringify(ctx.queued)).not.toContain('one@example.com')
})

test('pressing twice makes one subscription and one email', async ({ ctx, db }) => {
  await Promise.all(Array.from({ length: 5 }, () => join(ctx, 'one@example.com')))
  expect(await db.$count(subscriptions)).toBe(1)
  expect(ctx.queued).toHaveLength(1)
})

test('requesting again later sends another email and keeps the position', async ({ ctx, db }) => {
  await join(ctx, 'one@example.com')
  const [before] = await db.select().from(subscriptions)
  ctx.setNow(after(ctx.now(), 2 * minute))
  await join(ctx, 'one@example.com')
  const [later] = await db.select().from(subscriptions)
  expect(ctx.queued).toHaveLength(2)
  expect(later?.position).toBe(before?.position)
  expect(later?.joinedAt).toEqual(before?.joinedAt)
})

test('a stranger cannot change what a confirmed owner agreed to', async ({ ctx, db }) => {
  await join(ctx, 'one@example.com', line, 'Jordan One')
  await confirm(ctx, lastRequestedId(ctx))
  ctx.setNow(after(ctx.now(), day))
  await join(ctx, 'one@example.com', line, 'Somebody Else')
  expect(await db.select().from(subscriptions)).toMatchObject([{ name: 'Jordan One' }])
})

test('the line is in the order of joining, not of confirming', async ({ ctx, db }) => {
  await join(ctx, 'first@example.com')
  const first = lastRequestedId(ctx)
  await joinAndConfirm(ctx, 'second@example.com')
  await joinAndConfirm(ctx, 'third@example.com')
  await confirm(ctx, first)
  const people = await listWaiters(db, waitersOn(sql`${line}`), 10)
  expect(people.map(({ email }) => email)).toEqual([
    'first@example.com',
    'second@example.com',
    'third@example.com',
  ])
  expect((await findSubscription(db, first))?.position).toBe(1)
  expect(await listWaiters(db, waitersOn(sql`${line}`), 1)).toEqual(people.slice(0, 1))
})

test('a link names its subscription, to confirm for seven days and to leave for good', ({ ctx }) => {
  const id = crypto.randomUUID()
  const [toConfirm, toLeave] = [link(ctx, id), link(ctx, id, 'manage')]
  const read = (token: string) => readListToken({ sign: ctx.sign, now: ctx.now() }, token)
  ctx.setNow(after(ctx.now(), 7 * day - 1))
  expect([read(toConfirm), read(toLeave)]).toEqual([
    { id, isExpired: false },
    { id, isExpired: false },
  ])
  ctx.setNow(after(ctx.now(), 1))
  expect([read(toConfirm), read(toLeave)]).toEqual([
    { id, isExpired: true },
    { id, isExpired: false },
  ])
  for (const token of ['made up', toConfirm.replace(/^c/, 'm'), toLeave.replace(/^m/, 'c')])
    expect(read(token)).toBeUndefined()
})

test('confirming again changes nothing', async ({ ctx, db }) => {
  await join(ctx, 'one@example.com')
  const id = lastRequestedId(ctx)
  await confirm(ctx, id)
  const [confirmed] = await db.select().from(subscriptions)
  expect(confirmed?.confirmedAt).toEqual(ctx.now())
  ctx.setNow(after(ctx.now(), 1))
  await confirm(ctx, id)
  expect(await db.select().from(subscriptions)).toEqual([confirmed])
})

test('leaving a waitlist removes the name at once, and rejoining goes to its end', async ({ ctx, db }) => {
  const own = await joinAndConfirm(ctx, 'first@example.com')
  const { id } = own
  await joinAndConfirm(ctx, 'second@example.com')
  await db.update(subscriptions).set({ name: 'Jordan One' })
  await run(ctx, (work) => unsubscribe(work, own, 'this'))
  const leftAt = ctx.now()
  ctx.setNow(after(leftAt, minute))
  await run(ctx, (work) => unsubscribe(work, own, 'this'))
  expect(await findSubscription(db, id)).toMatchObject({ state: 'ended', unsubscribedAt: leftAt })
  const names = (await db.select().from(subscriptions)).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(['Jordan One', null]))
  await confirm(ctx, id)
  expect((await findSubscription(db, id))?.state).toBe('ended')

  // Anybody can type the address of somebody who left: they are on the list once they confirm again.
  await join(ctx, 'first@example.com')
  expect(await findSubscription(db, id)).toMatchObject({ state: 'pending', position: null })
  const again = await joinAndConfirm(ctx, 'first@example.com')
  expect(again.id).toBe(id)
  expect((await findSubscription(db, id))?.position).toBe(2)
})

test('one list is left without touching the others, or all at once', async ({ ctx, db }) => {
  const own = await joinAndConfirm(ctx, 'one@example.com')
  await joinAndConfirm(ctx, 'one@example.com', 'newsletter')
  await joinAndConfirm(ctx, 'other@example.com', 'newsletter')
  const states = async () => (await listOwn(db, own.subscriberId)).map(({ topic, state }) => [topic, state])

  await run(ctx, (work) => unsubscribe(work, own, { id: own.id }))
  expect(await states()).toEqual([
    [line, 'ended'],
    ['newsletter', 'confirmed'],
  ])
  await run(ctx, (work) => unsubscribe(work, own, 'all'))
  expect(await states()).toEqual([
    [line, 'ended'],
    ['newsletter', 'ended'],
  ])
  expect(await countWaitlist(db, 'newsletter')).toBe(1)
})

test('no one can end another person’s subscription', async ({ ctx, db }) => {
  const other = await joinAndConfirm(ctx, 'other@example.com')
  const own = await joinAndConfirm(ctx, 'one@example.com')
  await run(ctx, (work) => unsubscribe(work, own, { id: other.id }))
  expect((await findSubscription(db, other.id))?.state).toBe('confirmed')
})

test('unconfirmed subscriptions are deleted after 14 days, with their person', async ({ ctx, db }) => {
  await join(ctx, 'one@example.com')
  await joinAndConfirm(ctx, 'kept@example.com')
  ctx.setNow(after(ctx.now(), 14 * day - 1))
  expect(await applyRetention(ctx, 'unconfirmed_addresses', forgetUnconfirmed)).toBe(0)
  ctx.setNow(after(ctx.now(), 1))
  expect(await applyRetention(ctx, 'unconfirmed_addresses', forgetUnconfirmed)).toBe(1)
  expect((await db.select().from(subscribers)).map(({ email }) => email)).toEqual(['kept@example.com'])
})

test('an ended subscription is deleted after a year', async ({ ctx, db }) => {
  const own = await joinAndConfirm(ctx, 'one@example.com')
  await run(ctx, (work) => unsubscribe(work, own, 'this'))
  ctx.setNow(after(ctx.now(), 365 * day - 1))
  expect(await applyRetention(ctx, 'ended_subscriptions', forgetEnded)).toBe(0)
  ctx.setNow(after(ctx.now(), 1))
  expect(await applyRetention(ctx, 'ended_subscriptions', forgetEnded)).toBe(1)
  expect(await db.$count(subscribers)).toBe(0)
})
