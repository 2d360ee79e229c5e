import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, day, minute } from '#app/kit/clock.ts'
import { givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { holdMs } from '#app/features/orders/rules.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { packSeats } from '../rules.ts'
import { findSession } from '../store/sessions.server.ts'
import { courseSessions, sessionSeats } from '../tables.ts'
import { registrationWords, seatRefusalWords } from '../words/registration.ts'
import * as registration from './registration.tsx'
import * as scheduling from './scheduling.tsx'

const path = '/course-registration/scheduling'

async function given(ctx: TestContext, values = {}) {
  return { shop: givenShop(ctx), session: await givenSession(ctx.db, values) }
}

const key = () => crypto.randomUUID()

/** What the form answers with, and the cookie it sets. */
async function send(shop: TestShop, form: Record<string, string>, cookies: string[] = [], headers = {}) {
  let cookie = ''
  const answer = await answerOf(async () => {
    const said = await scheduling.action(visit(shop, { path, form, cookies, headers }))
    if (said instanceof Response) cookie = said.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return said
  })
  return { ...answer, cookie }
}

async function seatsOf(ctx: TestContext, session: string) {
  const found = await findSession(ctx.db, session, ctx.now())
  return packSeats(found?.seats ?? [])
}

test('the selected date is held and redirects to its payment', async ({ db, ctx }) => {
  const { shop, session } = await given(ctx, { seats: 2 })
  const { status, location, cookie } = await send(shop, { session, key: key() })
  const [order] = await db.select().from(orders)
  expect([status, location]).toEqual([303, `/checkout/${order?.id}`])
  expect(cookie).toContain(`paco-order-${order?.id}=`)
  expect(await seatsOf(ctx, session)).toBe('ho')
  expect(shop.counted).toEqual([])
})

test('going back finds the same seat, and another date releases it', async ({ db, ctx }) => {
  const { shop, session } = await given(ctx, { seats: 2 })
  const other = await givenSession(db, { seats: 2, startsAt: new Date('2026-12-19T14:00:00Z') })
  const first = await send(shop, { session, key: key() })
  const again = await send(shop, { session, key: key() }, [first.cookie])
  expect(again.location).toBe(first.location)
  expect(await seatsOf(ctx, session)).toBe('ho')

  const changed = await send(shop, { session: other, key: key() }, [first.cookie])
  expect(changed.location).not.toBe(first.location)
  expect([await seatsOf(ctx, session), await seatsOf(ctx, other)]).toEqual(['oo', 'ho'])
})

test('a seat held by an offer stays held when another date is selected', async ({ db, ctx }) => {
  const { shop, session } = await given(ctx, { seats: 1 })
  const other = await givenSession(db, { startsAt: new Date('2026-12-19T14:00:00Z') })
  const { cookie } = await send(shop, { session, key: key() })
  const until = after(ctx.now(), day)
  await db.update(orders).set({ expiresAt: until, expiresCapAt: until })
  await send(shop, { session: other, key: key() }, [cookie])
  expect(await seatsOf(ctx, session)).toBe('h')
})

test('a date without an open seat is refused, and without script redirects', async ({ db, ctx }) => {
  const { shop, session } = await given(ctx, { seats: 1 })
  await db.update(sessionSeats).set({ state: 'taken' })
  expect(await send(shop, { session, key: key() })).toMatchObject({
    status: 409,
    value: { refusal: seatRefusalWords.session_full },
  })
  const plain = await send(shop, { session, key: key() }, [], { Accept: 'text/html' })
  expect([plain.status, plain.location]).toEqual([303, `${path}?session=${session}`])
  await db.update(courseSessions).set({ cutOffAt: ctx.now() })
  expect(await send(shop, { session, key: key() })).toMatchObject({
    value: { refusal: seatRefusalWords.session_closed },
  })
})

test('a form without a date or with a used key is refused', async ({ db, ctx }) => {
  const { shop, session } = await given(ctx)
  const other = await givenSession(db, { startsAt: new Date('2026-12-19T14:00:00Z') })
  expect(await send(shop, { key: key() })).toMatchObject({
    status: 422,
    value: { refusal: { text: registrationWords.choose } },
  })
  const used = key()
  await send(shop, { session, key: used })
  expect(await send(shop, { session: other, key: used })).toMatchObject({
    status: 409,
    value: { refusal: seatRefusalWords.key_reused },
  })
})

test('both URLs of step two keep their filter', async ({ ctx }) => {
  const { shop, session } = await given(ctx)
  const filter = `?course=test-course&view=calendar&session=${session}`
  const shown = await answerOf(() =>
    scheduling.loader(visit(shop, { path: `/ccw-training/register${filter}` })),
  )
  expect(shown.value).toMatchObject({
    path: '/ccw-training/register',
    filter: { course: 'test-course', view: 'calendar', session },
    widgetUrl: null,
  })
  const gone = await answerOf(() => scheduling.loader(visit(shop, { path: `${path}?session=gone` })))
  expect(gone.value).toMatchObject({ filter: { course: null, view: 'list', session: null } })
})

test('the operator’s calendar is shown if there is one', async ({ ctx }) => {
  const { shop } = await given(ctx)
  const widget = 'https://book.example/paco'
  const shown = await answerOf(() =>
    scheduling.loader(visit({ ...shop, schedulingWidgetUrl: widget }, { path })),
  )
  expect(shown.value).toMatchObject({ widgetUrl: widget })
})

test('step one shows the course in the URL, or else the default', async ({ ctx }) => {
  const { shop } = await given(ctx)
  const info = await registration.loader(visit(shop, { path: '/course-registration?course=unknown' }))
  expect(info).toMatchObject({ course: { slug: 'test-course' }, others: [] })
  expect(info.next?.seats).toHaveLength(12)
})

test('an expired hold opens the seat', async ({ db, ctx }) => {
  const { shop, session } = await given(ctx, { seats: 1 })
  const first = await send(shop, { session, key: key() })
  ctx.setNow(after(ctx.now(), holdMs + minute))
  const next = await send(shop, { session, key: key() })
  expect(next.location).not.toBe(first.location)
  const lines = await db.select().from(orderLines).where(eq(orderLines.kind, 'course_seat'))
  expect(lines).toHaveLength(2)
})
