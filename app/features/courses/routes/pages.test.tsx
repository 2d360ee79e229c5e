import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, vi } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { givenShop, visit } from '#test/visit.ts'
import * as schedule from './schedule.tsx'
import * as registration from './registration.tsx'
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
  const info = await registration.loader(visit(shop, { path: '/course-registration' }))
  const chosen = `/course-registration/scheduling?session=${sessions[0]?.id}`
  const choice = await scheduling.loader(visit(shop, { path: chosen }))
  using formats = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  const drawn = [
    render(schedule.default, { sessions, ...list }),
    render(registration.default, info),
    render(scheduling.default, choice.data),
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
  const html = render(schedule.default, loaded)
  const graphs = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  )
  const course = graphs.find((graph) => graph['@type'] === 'Course')
  expect(course).toMatchObject({ offers: { price: '150.00' } })
  expect(course?.hasCourseInstance).toHaveLength(3)
  expect(course).toMatchObject({ hasCourseInstance: [{ remainingAttendeeCapacity: 0 }, {}, {}] })
  const events = graphs.find((graph) => Array.isArray(graph['@graph']))?.['@graph']
  const [event] = events as Record<string, string>[]
  const [first] = loaded.sessions
  expect(event).toMatchObject({
    name: first?.course.name,
    description: expect.stringMatching(/./),
    startDate: expect.stringMatching(/T\d\d:\d\d:00-0[45]:00$/),
    image: 'http://shop.test/art/share/courses.png',
  })
  expect(Date.parse(event?.startDate ?? '')).toBe(first?.startsAt.getTime())
})
