import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { seatsLeft } from '../rules.ts'
import { sessionSeats } from '../tables.ts'
import { courseJsonLd, sessionsJsonLd } from './course-json-ld.ts'
import * as courses from './courses.ts'
import { instructors as instructorTable } from '../teaching-tables.ts'
import * as instructors from './instructors.tsx'
import * as registration from './registration.tsx'
import * as schedule from './schedule.tsx'
import * as scheduling from './scheduling.tsx'

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenSample(shop.db, ctx.now())
  return shop
}

async function pageOf<Data>(Page: (props: never) => ReactElement, loaded: Promise<Data>) {
  const Loose = Page as unknown as (props: { loaderData: Data }) => ReactElement
  const loaderData = await loaded
  const Stub = createRoutesStub([{ path: '*', Component: () => <Loose loaderData={loaderData} /> }])
  // Making a formatter holds a browser up, so the loader has written every date.
  using formats = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  const html = renderToString(<Stub />).replaceAll('<!-- -->', '')
  expect(formats).not.toHaveBeenCalled()
  return html
}

const route = (path: string) => ({ path })

test('every course is shown with hours, price and a link to its registration', async ({ ctx }) => {
  const shop = await given(ctx)
  const html = await pageOf(schedule.default, schedule.loader(visit(shop, route('/ccw-training'))))
  for (const text of [
    'Basic Pistol',
    'CCW Certification',
    'Advanced Tactics',
    'NRA Basic Pistol Course',
    '4 hours',
    '8 hours',
    '6 hours',
    '$150',
    '$200',
    '$175',
    'Deposit refundable up to 48 hours before the course date. No-shows forfeit the deposit.',
  ])
    expect(html).toContain(text)
  expect(html.match(/href="\/course-registration\?course=/g)).toHaveLength(4)
  expect(html).not.toContain('Write to us with the course')
})

test('a course says how many students its own classes take, and nothing while none is planned', async ({
  ctx,
}) => {
  const shop = givenShop(ctx)
  const session = await givenSession(shop.db, { seats: 2 })
  const page = () =>
    pageOf(registration.default, registration.loader(visit(shop, route('/course-registration'))))
  expect(await page()).toContain('Limited to 2 students')
  await shop.db.execute(sql`update course_sessions set canceled_at = now() where id = ${session}`)
  expect(await page()).not.toContain('Limited to')
})

test('the schedule can be filtered by course', async ({ ctx }) => {
  const shop = await given(ctx)
  const all = await pageOf(schedule.default, schedule.loader(visit(shop, route('/ccw-training'))))
  const one = await pageOf(
    schedule.default,
    schedule.loader(visit(shop, route('/ccw-training?course=advanced-tactics'))),
  )
  const sessionsIn = (html: string) => html.match(/id="session-/g)?.length
  expect(sessionsIn(all)).toBe(12)
  expect(sessionsIn(one)).toBe(2)
})

test('the calendar shows the same classes and marks those without an open seat', async ({ ctx }) => {
  const shop = await given(ctx)
  const loaded = await schedule.loader(visit(shop, route('/ccw-training?view=calendar')))
  const html = await pageOf(schedule.default, Promise.resolve(loaded))
  const full = loaded.sessions.filter(({ seats }) => !seats.includes('open'))
  expect(full.length).toBeGreaterThan(0)
  expect(html.match(/ data-off="/g)).toHaveLength(full.length)
  for (const { when } of loaded.sessions) expect(html).toContain(`>${when.day}, </span>`)
  expect(html.match(/\/ccw-training\/register\?session=/g)).toHaveLength(12)
  expect(html).toContain('December 2026')
})

test('the registration shows the dates, and the refund rule of the selected one', async ({ ctx }) => {
  const shop = await given(ctx)
  const { sessions } = await schedule.loader(visit(shop, route('/ccw-training')))
  const free = sessions.find(({ seats }) => seats.includes('open'))
  if (!free) throw new Error('The sample has a class with a seat')
  const { course, when } = free
  const info = visit(shop, route(`/course-registration?course=${course.slug}`))
  expect(await pageOf(registration.default, registration.loader(info))).toContain(`Next class: ${when.full}.`)
  const chosen = `/course-registration/scheduling?session=${free.id}`
  for (const path of [chosen, `${chosen}&view=calendar`]) {
    const { data } = await scheduling.loader(visit(shop, route(path)))
    const html = await pageOf(scheduling.default, Promise.resolve(data))
    expect(html).toContain(when.full)
    expect(html).toContain('The deposit is refundable until ')
  }
})

test('a started class is not listed, and an empty schedule says so', async ({ ctx }) => {
  await given(ctx)
  ctx.setNow(after(ctx.now(), 100 * day))
  const html = await pageOf(schedule.default, schedule.loader(visit(givenShop(ctx), route('/ccw-training'))))
  expect(html).toContain('No dates right now')
  expect(html).not.toContain('id="session-')
})

test('every class is at least three days away, on a weekend, and has twelve seats', async ({ ctx }) => {
  const shop = await given(ctx)
  const { sessions } = await schedule.loader(visit(shop, route('/ccw-training')))
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', weekday: 'short' })
  for (const { startsAt, seats } of sessions) {
    expect(startsAt.getTime()).toBeGreaterThan(after(ctx.now(), 3 * day).getTime())
    expect(['Sat', 'Sun']).toContain(weekday.format(startsAt))
    expect(seats).toHaveLength(12)
  }
})

test('an expired hold counts as an open seat', async ({ ctx }) => {
  const shop = await given(ctx)
  const heldUntil = after(ctx.now(), -1)
  const orderId = sql`${sessionSeats.sessionId} || ' ' || ${sessionSeats.number}`
  await shop.db.update(sessionSeats).set({ state: 'held', orderId, heldUntil })
  const { sessions } = await schedule.loader(visit(shop, route('/ccw-training')))
  expect(sessions.every(({ seats }) => seatsLeft(seats) === 12 && seats[0] === 'open')).toBe(true)
})

test('structured data has each date with its seats', async ({ ctx }) => {
  const shop = await given(ctx)
  const loaded = await schedule.loader(visit(shop, route('/ccw-training')))
  const [course] = loaded.courses
  if (!course) throw new Error('The sample has courses')
  const facts = courseJsonLd(course, loaded.sessions, loaded)
  expect(facts.offers.price).toBe('150.00')
  expect(facts.hasCourseInstance).toHaveLength(3)
  expect(facts.hasCourseInstance[0]).toMatchObject({ remainingAttendeeCapacity: 0 })
  const [event] = sessionsJsonLd(loaded.sessions, loaded.courses, loaded)['@graph']
  const [first] = loaded.sessions
  expect(event).toMatchObject({
    name: first?.course.name,
    description: expect.stringMatching(/./),
    startDate: expect.stringMatching(/T\d\d:\d\d:00-0[45]:00$/),
    image: 'http://shop.test/art/share/courses.png',
  })
  expect(Date.parse(event?.startDate ?? '')).toBe(first?.startsAt.getTime())
})

test('instructors are shown by name and role', async ({ ctx }) => {
  const shop = await given(ctx)
  await ctx.db
    .insert(instructorTable)
    .values([{ name: 'I. Sample' }, { name: 'R. Retired', retiredAt: ctx.now() }])
  const html = await pageOf(
    instructors.default,
    instructors.loader(visit(shop, route('/ccw-training/instructors'))),
  )
  expect(html).toContain('I. Sample')
  expect(html).not.toContain('R. Retired')
  expect(html).toContain('Lead instructor, pistol')
  expect(html).toContain('Range safety officer')
  expect(html.match(/>yes</g)?.length).toBe(9)
})

test('the old URL of the courses redirects permanently', async () => {
  const { status, location } = await answerOf(() => courses.loader())
  expect([status, location]).toEqual([301, '/ccw-training'])
})
