import { expect } from 'vitest'
import { nothingClosed } from '#app/facts/sections.ts'
import { shopFacts } from '#app/facts/tables.ts'
import { subscriptionJobs } from '#app/features/subscriptions/jobs.server.ts'
import { findNews } from '#app/features/subscriptions/store/announce.server.ts'
import { after, day, minute, second } from '#app/kit/clock.ts'
import { topicSources } from '#app/topics.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenWaiter } from '#test/goods.ts'
import { givenDrop, givenLicensee } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'
import { textOf, visitor } from '#test/visitor.ts'
import { type DropStatus, dropStatuses, shownUnits } from './rules.ts'
import { scaleWindows, windowSentence } from './small-batch.ts'
import { findWindow, listWindows } from './store/drops.server.ts'
import { listWaitlistDrops } from './store/waiting.server.ts'
import { drops, dropUnits, dropWaitlists } from './tables.ts'

const window = (ctx: TestContext) => ({
  slug: 'outlaw-window-1',
  name: 'Outlaw',
  smallBatch: 'outlaw' as const,
  status: 'coming_soon' as const,
  theme: 'outlaw' as const,
  tagline: 'Engine-turned plate, copper fill.',
  launchDate: after(ctx.now(), day),
  endDate: new Date('2026-12-20T04:30:00Z'), // the evening before in Miami
  totalUnits: 2,
})

async function given(ctx: TestContext) {
  const { db } = ctx
  await givenDrop(db, window(ctx))
  await givenWaiter(db, 'build-window:outlaw', 'window@example.com', ctx.now())
  await givenWaiter(db, 'build-window:cyber', 'other@example.com', ctx.now())
  await givenWaiter(db, 'build-slots', 'slots@example.com', ctx.now())
  const shop = { ...ctx, ...givenShop(ctx) }
  const jobs = subscriptionJobs(topicSources)
  const mailed = async () => {
    for (let run = 0; run < 2; run++) {
      await jobs.find(({ name }) => name === 'announce-due')?.run(shop, {})
      for (const { job, payload } of shop.queued.splice(0))
        await jobs.find(({ name }) => name === job)?.run(shop, payload)
    }
    return shop.sent.splice(0)
  }
  return { db, mailed }
}

test('nothing is mailed of a section that the owner has switched off', async ({ ctx }) => {
  const { mailed } = await given(ctx)
  ctx.setNow(after(ctx.now(), day))
  await givenLicensee(ctx.db)
  await ctx.db.update(shopFacts).set({ sectionsOff: ['small-batch'] })
  expect(await mailed()).toEqual([])
  await ctx.db.update(shopFacts).set({ sectionsOff: [] })
  expect(await mailed()).not.toEqual([])
})

test('a window that opens mails its list and those who wait for slots, once', async ({ ctx }) => {
  const { db, mailed } = await given(ctx)
  expect(await mailed()).toEqual([])
  ctx.setNow(after(ctx.now(), day))
  const mails = await mailed()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['slots@example.com', 'window@example.com'])
  expect(mails[0]?.subject).toBe('The Outlaw window is open')
  expect(mails[0]?.text).toContain('2 of 2 numbers are left, and the window closes Dec 19, 2026.')
  expect(mails[0]?.text).toContain('Reserve a Number:\nhttp://shop.test/small-batch/outlaw\n')
  ctx.setNow(after(ctx.now(), minute))
  expect(await mailed()).toEqual([])
  const news = async () => (await findNews(db, 'build-window:outlaw', after(ctx.now(), -3 * day)))?.content
  expect(await news()).toMatchObject({ path: '/small-batch/outlaw' })
  ctx.setNow(after(ctx.now(), 3 * day))
  expect(await news()).toBeUndefined()
})

test('neither a paused window, nor one that opened days ago or has closed, is announced', async ({ ctx }) => {
  const { db, mailed } = await given(ctx)
  const start = ctx.now()
  ctx.setNow(after(start, day))
  await db.update(drops).set({ pausedAt: start })
  expect(await mailed()).toEqual([])
  await db.update(drops).set({ pausedAt: null, endDate: after(start, 2 * day) })
  ctx.setNow(after(start, 2 * day))
  expect(await mailed()).toEqual([])
  await db.update(drops).set({ endDate: after(start, 9 * day) })
  ctx.setNow(after(start, 4 * day + second))
  expect(await mailed()).toEqual([])
})

test('a full window offers its returned numbers to whoever waits, unless its section is off', async ({
  ctx,
}) => {
  const { db } = await given(ctx)
  const [drop] = await db.update(drops).set({ status: 'sold_out' }).returning()
  await db.insert(dropWaitlists).values({ dropId: drop?.id ?? '', since: ctx.now() })
  await givenWaiter(db, 'returned-units:outlaw-window-1', 'next@example.com', ctx.now())
  expect(await listWaitlistDrops(db, nothingClosed)).toEqual(['outlaw-window-1'])
  expect(await listWaitlistDrops(db, { ...nothingClosed, sections: ['small-batch'] })).toEqual([])
})

test('a window that filled within the minute says so', async ({ ctx }) => {
  const { db, mailed } = await given(ctx)
  ctx.setNow(after(ctx.now(), day))
  await db.update(dropUnits).set({ state: 'taken' })
  const [mail] = await mailed()
  expect(mail?.subject).toBe('The Outlaw window opened and is full')
  expect(mail?.text).toContain('Every number is taken.')
})

test('of several windows of a line the open one is shown, else the next, else the last', async ({ ctx }) => {
  const { db } = await given(ctx)
  const shown = async () => (await findWindow(db, 'outlaw', ctx.now()))?.slug
  await givenDrop(db, {
    ...window(ctx),
    slug: 'outlaw-window-2',
    dropNumber: 2,
    launchDate: after(ctx.now(), 60 * day),
    endDate: after(ctx.now(), 90 * day),
  })
  expect(await shown()).toBe('outlaw-window-1')
  expect(await listWindows(db, ctx.now())).toHaveLength(1)
  ctx.setNow(after(ctx.now(), 30 * day))
  expect(await shown()).toBe('outlaw-window-2')
  ctx.setNow(after(ctx.now(), 60 * day))
  expect(await shown()).toBe('outlaw-window-2')
  expect(await findWindow(db, 'cyber', ctx.now())).toBeUndefined()
})

test('the three windows are compared, and each is joined by a form', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/small-batch')
  expect(reader.heading).toBe('Small-Batch')
  for (const words of ['15-unit window', '10-unit window', '8-unit window']) reader.page.getAllByText(words)
  expect(reader.text).toContain('6 of 15 numbers left, open until Dec 13, 2026.')
  expect(reader.text).toContain('Today, Nov 20, 2026')
  const [first] = reader.parts('link', 'Guerrilla', reader.part('main'))
  await reader.open(first?.getAttribute('href') ?? '')
  expect(reader.path).toBe('/small-batch/guerrilla')
  for (const words of ['WINDOW OPEN', '15-unit window', 'Window closes in:', 'Other releases'])
    expect(reader.text).toContain(words)

  await reader.open('/small-batch/cyber')
  expect(reader.text).toContain('Window opens in:')
  await reader.follow(/^Join Build Window ?: Cyber$/)
  expect(reader.path).toBe('/subscriptions?topic=build-window%3Acyber')
  reader.fill({ Name: 'Robin Example', Email: 'window@example.com' }, reader.part('main'))
  await reader.press('Join the Waitlist', reader.part('main'))
  await reader.mail('window@example.com', /^Confirm your address: Cyber/)
})

test('without a window the list says so, and a line has no page', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const reader = await visitor(ctx)
  await reader.open('/small-batch/outlaw')
  expect(reader.status).toBe(404)
})

test('a number of a window is held like any other, refused to others meanwhile, and released again', async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/small-batch/guerrilla/reserve?slot=13')
  expect(buyer.heading).toBe('Number 13')
  expect(buyer.text).toContain('$100 refundable deposit')
  await buyer.press('Hold № 13')
  expect(buyer.path).toMatch(/^\/checkout\//)
  expect(buyer.text).toContain('Guerrilla')

  const other = buyer.another()
  await other.open('/small-batch/guerrilla/reserve?number=13')
  expect(other.alerts.join()).toContain('Someone is checking out with this number')
  await other.open('/small-batch/outlaw/reserve')
  expect(other.text).toContain('Not open yet')
  expect(other.parts('button', /^Hold/)).toEqual([])

  await buyer.press('Release this number')
  buyer.wait(5 * second) // the page is kept for a while
  await other.open('/small-batch/guerrilla')
  expect(other.parts('radio').map((radio) => radio.getAttribute('value'))).toContain('13')
})

test('a window is reached only at its line: not in the vault, and by its own address it leads there', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/drops/vault')
  expect(reader.parts('heading', 'Outlaw').map(textOf)).toEqual([])
  await reader.open('/drops/outlaw-window-1')
  expect(reader.path).toBe('/small-batch/outlaw')
  await reader.open('/drops/guerrilla-window-1/reserve?number=13')
  expect(reader.path).toBe('/small-batch/guerrilla/reserve?number=13')
})

test('windows and today are on one scale, in order', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const open = { launchDate: after(now, -day), endDate: after(now, day) }
  const later = { launchDate: after(now, 2 * day), endDate: after(now, 4 * day) }
  const { spans, now: today } = scaleWindows([open, later], now)
  const places = [0, spans[0]?.from, today, spans[0]?.to, spans[1]?.from, spans[1]?.to, 1].map(Number)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(new Set(places).size).toBe(places.length)
})

test('the status of a window names its day', () => {
  const window = {
    counts: { remaining: 6 },
    totalUnits: 15,
    opensOn: 'Oct 31, 2026',
    closesOn: 'Dec 13, 2026',
  }
  const say = (status: DropStatus) => windowSentence({ ...window, status })
  expect(dropStatuses.map(say)).toEqual([
    'Opens Oct 31, 2026 with 15 numbers.',
    '6 of 15 numbers left, open until Dec 13, 2026.',
    'Every number is taken. The window closes Dec 13, 2026.',
    'Closed Dec 13, 2026.',
  ])
  const units = ['open', 'held'] as const
  expect(dropStatuses.map((status) => shownUnits(status, units).join())).toEqual([
    'held,held',
    'open,held',
    'open,held',
    'taken,taken',
  ])
})
