import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { topicSources } from '#app/topics.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { platforms } from '../tables.ts'

const open = ({ db, now }: TestContext, id: string) =>
  db.update(platforms).set({ availableAt: now() }).where(eq(platforms.id, id))
const listAnnouncements = async (ctx: TestContext) => {
  const due = await topicSources.listDue(ctx.db, ctx.now())
  return due.filter(({ topic }) => topic.startsWith('platform:'))
}

test('an opened platform is announced to its waitlist and to build subscribers', async ({ ctx, db }) => {
  await givenSample(db, ctx.now())
  expect(await listAnnouncements(ctx)).toEqual([])
  await open(ctx, 'vector')
  expect(await listAnnouncements(ctx)).toEqual([
    {
      topic: 'platform:vector',
      announcement: expect.objectContaining({
        occasion: 'platform:vector available',
        alsoTo: ['builds'],
        subject: 'The Vector is here',
        path: '/build#platforms',
      }),
    },
  ])
})

test('a platform that opened three days ago is not announced', async ({ ctx, db }) => {
  await givenSample(db, ctx.now())
  await open(ctx, 'vector')
  ctx.setNow(after(ctx.now(), 3 * day))
  expect(await listAnnouncements(ctx)).toEqual([])
})

test('a platform topic has the platform’s name; an unknown platform has no topic', async ({ ctx, db }) => {
  await givenSample(db, ctx.now())
  const titleOf = async (topic: 'platform:fn-ps90' | 'platform:made-up' | 'builds') =>
    (await topicSources.findTopic(db, topic, ctx.now()))?.title
  expect(
    await Promise.all([titleOf('platform:fn-ps90'), titleOf('platform:made-up'), titleOf('builds')]),
  ).toEqual(['PS90', undefined, 'Builds'])
})
