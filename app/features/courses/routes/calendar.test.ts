import ICAL from 'ical.js'
import { expect } from 'vitest'
import { bookSeat, givenSession } from '#test/courses.ts'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { loader } from './calendar.ts'

test('the calendar file is for the order’s buyer', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const { orderId, token } = await bookSeat(ctx, await givenSession(ctx.db))
  const path = `/orders/${orderId}/seat/calendar.ics`
  const cookies = [`paco-order-${orderId}=${token}`]
  const answer = await loader(visit(shop, { path, params: { order: orderId }, cookies }))
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  const file = await answer.text()
  expect(file).not.toContain(token)
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  expect(event.summary).toBe('Test Course, PACo')
  expect(event.location).toBe('PACo, Miami, Florida')
  expect(event.startDate.toString()).toBe('2026-12-05T09:00:00')
  expect(await answerOf(() => loader(visit(shop, { path, params: { order: orderId } })))).toMatchObject({
    status: 404,
  })
})

test('an order without a class has no calendar file', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  await givenDrop(db)
  const { orderId, cookies } = await heldOrder(shop)
  const path = `/orders/${orderId}/seat/calendar.ics`
  const args = visit(shop, { path, params: { order: orderId }, cookies })
  expect(await answerOf(() => loader(args))).toMatchObject({
    status: 404,
    value: { title: 'No Class Here' },
  })
})
