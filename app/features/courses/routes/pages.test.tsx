import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { givenShop, visit } from '#test/visit.ts'
import * as schedule from './schedule.tsx'

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
  const html = render(schedule.default, loaded)
  const graphs = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  )
  const course = graphs.find((graph) => graph['@type'] === 'Course')
  expect(course).toMatchObject({ offers: { price: '150.00' } })
  const dates = course?.hasCourseInstance as Record<string, unknown>[]
  expect(dates.map(({ remainingAttendeeCapacity }) => remainingAttendeeCapacity === 0)).toEqual([
    true,
    false,
    false,
  ])
  const [first] = loaded.sessions.filter((session) => session.course.name === course?.name)
  expect(dates[0]).toMatchObject({
    '@type': ['CourseInstance', 'EducationEvent'],
    name: first?.course.name,
    description: expect.stringMatching(/./),
    startDate: expect.stringMatching(/T\d\d:\d\d:00-0[45]:00$/),
    image: 'http://shop.test/art/share/courses.png',
    offers: { availability: 'https://schema.org/SoldOut' },
  })
  expect(Date.parse(String(dates[0]?.startDate))).toBe(first?.startsAt.getTime())
})
