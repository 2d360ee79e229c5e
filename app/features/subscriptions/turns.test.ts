import { eq, gt } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, minute } from '#app/kit/clock.ts'
import { topicSources } from '#app/topics.server.ts'
import { type Bench, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, type TestShop } from '#test/visit.ts'
import { drops, dropUnits } from '../drops/tables.ts'
import { subscriptionJobs } from './jobs.server.ts'
import type { Topic } from './rules.ts'
import { subscribers, subscriptions } from './tables.ts'

const jobs = subscriptionJobs(topicSources)

async function run(shop: TestShop, name: string, payload: object = {}) {
  await jobs.find((job) => job.name === name)?.run(shop, payload)
}

/** Works off what was queued until nothing is left. */
async function workOff(shop: TestShop & Bench) {
  for (let next = shop.queued.shift(); next; next = shop.queued.shift())
    await run(shop, next.job, next.payload)
}

/** Confirmed members of a list, in the order of their numbers. */
async function members({ db, now }: TestShop, count: number, topic: Topic) {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const people = await db
    .insert(subscribers)
    .values(numbers.map((number) => ({ email: addressOf(number), createdAt: now() })))
    .returning()
  const agreed = { topic, consentVersion: '2026-11', consentWords: 'One mail.' }
  const moments = { joinedAt: now(), askedAt: now(), confirmedAt: now() }
  await db.insert(subscriptions).values(people.map(({ id }) => ({ subscriberId: id, ...agreed, ...moments })))
}

const shopOn = (place: Bench) => ({ ...place, ...givenShop(place) })
const addressOf = (number: number) => `reader${number}@example.com`

test('units that come back are told to the next in line, five for each, and an hour later to the next', async ({
  place,
  db,
}) => {
  const shop = shopOn(place)
  await givenDrop(db, { status: 'sold_out', soldOutAt: after(place.now(), -60 * minute) })
  await db.update(dropUnits).set({ state: 'taken' }).where(gt(dropUnits.number, 1))
  await members(shop, 7, 'returned-units:test-drop')
  const told = async () => {
    await run(shop, 'announce-due')
    await run(shop, 'announce-due')
    await workOff(shop)
    return shop.sent
      .splice(0)
      .map(({ to }) => to)
      .toSorted()
  }
  await run(shop, 'announce-due')
  const [mail] = await workOff(shop).then(() => shop.sent)
  expect(mail?.subject).toBe('A number of Test Drop has come back')
  expect(mail?.text).toContain('Number 1 is open again')
  expect(
    shop.sent
      .splice(0)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([1, 2, 3, 4, 5].map(addressOf))
  expect(await told()).toEqual([])
  place.setNow(after(place.now(), 60 * minute))
  expect(await told()).toEqual([6, 7].map(addressOf))
  place.setNow(after(place.now(), 60 * minute))
  expect(await told()).toEqual([])

  // Taken, and another one comes back: the head of the line is first again.
  await db.update(dropUnits).set({ state: 'taken' })
  expect(await told()).toEqual([])
  await db.update(dropUnits).set({ state: 'open' }).where(eq(dropUnits.number, 2))
  expect(await told()).toEqual([1, 2, 3, 4, 5].map(addressOf))
})

test('nobody is told of returned units of a drop that was never sold out, or is paused', async ({
  place,
  db,
}) => {
  const shop = shopOn(place)
  await givenDrop(db, { launchDate: after(place.now(), -minute) })
  await members(shop, 2, 'returned-units:test-drop')
  await run(shop, 'announce-due')
  await db.update(drops).set({ soldOutAt: place.now(), pausedAt: place.now() })
  await run(shop, 'announce-due')
  await workOff(shop)
  expect(shop.sent).toEqual([])
})
