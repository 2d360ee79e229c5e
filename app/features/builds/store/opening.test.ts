import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { topicSources } from '#app/topics.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { loadSample } from '#db/sample/load.ts'
import { type Bench, test } from '#test/db.ts'
import { platforms } from '../tables.ts'
import { openPlatform } from './opening.server.ts'

const open = (place: Bench, id: string) => transact(place, (work) => openPlatform(work, id))
const news = async (place: Bench) => {
  const due = await topicSources.listDue(place.db, place.now())
  return due.filter(({ topic }) => topic.startsWith('platform:'))
}

test('a platform that opens is announced to its own list and to the news of builds', async ({
  place,
  db,
}) => {
  await loadSample(db, place.now())
  expect(await news(place)).toEqual([])
  expect(await open(place, 'vector')).toEqual({ ok: true, name: 'Vector' })
  expect(await news(place)).toEqual([
    {
      topic: 'platform:vector',
      announcement: expect.objectContaining({
        occasion: 'platform:vector available',
        alsoTo: ['builds'],
        subject: 'The Vector can be built',
        path: '/build#platforms',
      }),
    },
  ])
})

test('a platform that opened days ago is no news', async ({ place, db }) => {
  await loadSample(db, place.now())
  await open(place, 'vector')
  place.setNow(after(place.now(), 3 * day))
  expect(await news(place)).toEqual([])
})

test('only a platform that is coming can be opened, and once', async ({ place, db }) => {
  await loadSample(db, place.now())
  expect(await open(place, 'ar15')).toEqual({ ok: false, why: 'already_available' })
  expect(await open(place, 'made-up')).toEqual({ ok: false, why: 'platform_not_found' })
  await open(place, 'vector')
  expect(await open(place, 'vector')).toEqual({ ok: false, why: 'already_available' })
})

test('a platform that is planned for an instant can be opened before it', async ({ place, db }) => {
  await loadSample(db, place.now())
  const planned = after(place.now(), day)
  await db.update(platforms).set({ availableAt: planned }).where(eq(platforms.id, 'hk-mp5'))
  expect(await open(place, 'hk-mp5')).toMatchObject({ ok: true })
})

test('a list names the platform it waits for, and what was made up is on no list', async ({ place, db }) => {
  await loadSample(db, place.now())
  const titleOf = async (topic: 'platform:fn-ps90' | 'platform:made-up' | 'builds') =>
    (await topicSources.findTopic(db, topic, place.now()))?.title
  expect(
    await Promise.all([titleOf('platform:fn-ps90'), titleOf('platform:made-up'), titleOf('builds')]),
  ).toEqual(['PS90', undefined, 'Builds'])
})
