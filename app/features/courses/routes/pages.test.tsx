import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, vi } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { givenShop, visit } from '#test/visit.ts'
import { courseJsonLd, sessionsJsonLd } from './course-json-ld.ts'
import * as registration from './registration.tsx'
import * as schedule from './schedule.tsx'
import * as scheduling from './scheduling.tsx'

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenSample(shop.db, ctx.now())
  return shop
}

function render(Page: (props: never) => ReactElement, loaderData: unknown) {
  const Loose = Page as unknown as (props: { loaderData: unknown }) => ReactElement
  const Stub = createRoutesStub([{ path: '*', Component: () => <Loose loaderData={loaderData} /> }])
  return renderToString(<Stub />)
}

test('to draw a page makes no formatter, which holds a browser up: its loader has written every date', async ({
  ctx,
}) => {
  const shop = await given(ctx)
  const { sessions, ...list } = await schedule.loader(visit(shop, { path: '/ccw-training' }))
  const calendar = await schedule.loader(visit(shop, { path: '/ccw-training?view=calendar' }))
  const info = await registration.loader(visit(shop, { path: '/course-registration' }))
  const chosen = `/course-registration/scheduling?session=${sessions[0]?.id}`
  const [choice, month] = await Promise.all(
    [chosen, `${chosen}&view=calendar`].map((path) => scheduling.loader(visit(shop, { path }))),
  )
  using formats = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  const drawn = [
    render(schedule.default, { sessions, ...list }),
    render(schedule.default, calendar),
    render(registration.default, info),
    render(scheduling.default, choice?.data),
    render(scheduling.default, month?.data),
  ]
  for (const html of drawn) expect(html).toContain('2026')
  expect(formats).not.toHaveBeenCalled()
})

test('every class of the sample is at least three days away, on a weekend, and has twelve seats', async ({
  ctx,
}) => {
  const shop = await given(ctx)
  const { sessions } = await schedule.loader(visit(shop, { path: '/ccw-training' }))
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', weekday: 'short' })
  for (const { startsAt, seats } of sessions) {
    expect(startsAt.getTime()).toBeGreaterThan(after(ctx.now(), 3 * day).getTime())
    expect(['Sat', 'Sun']).toContain(weekday.format(startsAt))
    expect(seats).toHaveLength(12)
  }
})

test('structured data has each date with its seats', async ({ ctx }) => {
  const shop = await given(ctx)
  const loaded = await schedule.loader(visit(shop, { path: '/ccw-training' }))
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
