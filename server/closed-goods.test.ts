import { expect } from 'vitest'
import { nothingClosed, type Section } from '#app/facts/sections.ts'
import { orders } from '#app/features/orders/tables.ts'
import { subscriptions } from '#app/features/subscriptions/tables.ts'
import { fieldMessages, type Topic } from '#app/features/subscriptions/rules.ts'
import { submissionRefusalWords } from '#app/features/builds/words.ts'
import { type TestContext, test } from '#test/db.ts'
import { after, day } from '#app/kit/clock.ts'
import { givenFiveKinds } from '#test/goods.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'

const siteWithout = (ctx: TestContext, ...sections: Section[]) =>
  givenSite(ctx, {}, (shop) => ({ ...shop, closedPages: async () => ({ ...nothingClosed, sections }) }))

const lists: [Topic, Section][] = [
  ['platform:ar15', 'builder'],
  ['builds', 'builder'],
  ['build-slots', 'builder'],
  ['build-window:outlaw', 'small-batch'],
  ['course:ccw', 'training'],
  ['trust-pack', 'trust'],
]

test.for(lists)('nobody joins %s while %s is off', async ([topic, section], { ctx }) => {
  const { ask } = await siteWithout(ctx, section)
  const form = { topic, name: 'A. Sample', email: 'a@example.com', consent: '2026-11.2' }
  const answer = await ask('/subscriptions', { form })
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining(fieldMessages.closedTopic),
  ])
  expect(await ctx.db.$count(subscriptions)).toBe(0)
})

test('the page of all lists leaves out those of a closed section', async ({ ctx }) => {
  const { ask } = await siteWithout(ctx, 'small-batch')
  const text = await (await ask('/subscriptions?topic=build-window:outlaw')).text()
  expect(text).not.toContain('Join Build Window')
  expect(await (await (await siteWithout(ctx)).ask('/subscriptions')).text()).toContain('Join Build Window')
})

test('builds are neither saved nor submitted, nor their slots held, while the builder is off', async ({
  ctx,
}) => {
  await givenFiveKinds(ctx.db, ctx.now())
  const { ask } = await siteWithout(ctx, 'builder')
  expect((await ask('/builds', { form: { key: 'a' } })).status).toBe(404)
  const answer = await ask('/build/submitted/SUBMISSI22', { form: { key: crypto.randomUUID() } })
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining(submissionRefusalWords.builder_closed.split('/contact')[0] ?? ''), // a link follows
  ])
  expect(await ctx.db.$count(orders)).toBe(0)
})

test('no trust pack is bought while they are off', async ({ ctx }) => {
  await givenFiveKinds(ctx.db, ctx.now())
  const { ask } = await siteWithout(ctx, 'trust')
  expect(await (await ask('/trust/buy')).text()).toContain('The pack is not for sale right now.')
  const answer = await ask('/trust/buy', { form: { key: crypto.randomUUID() } })
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining('The pack is not for sale right now.'),
  ])
  expect(await ctx.db.$count(orders)).toBe(0)
})

test('no number of a build window is held while its section is off, however its address is written', async ({
  ctx,
}) => {
  const times = { launchDate: after(ctx.now(), -day), endDate: after(ctx.now(), day) }
  await givenDrop(ctx.db, { slug: 'outlaw-window-1', smallBatch: 'outlaw', ...times })
  const { ask } = await siteWithout(ctx, 'small-batch')
  const form = { number: '1', key: 'k'.repeat(43) }
  for (const path of [
    '/small-batch/outlaw/reserve',
    '/small%2Dbatch/outlaw/reserve',
    '/%73mall-batch/outlaw/reserve',
  ])
    expect((await ask(path, { form })).status, path).toBe(404)
  const led = await ask('/drops/outlaw-window-1/reserve', { form })
  expect([led.status, led.headers.get('Location')]).toEqual([307, '/small-batch/outlaw/reserve'])
  for (const path of ['', '/variants', '/patches'])
    expect((await ask(`/api/drops/outlaw-window-1${path}`)).status).toBe(404)
  expect(await ctx.db.$count(orders)).toBe(0)
})
