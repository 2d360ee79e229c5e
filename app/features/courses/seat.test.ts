import ICAL from 'ical.js'
import { expect } from 'vitest'
import { after, day, hour } from '#app/kit/clock.ts'
import { bookSeat, givenSession, holdSeat } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { heldOrder } from '#test/visit.ts'
import { type Visitor, visitor } from '#test/visitor.ts'
import { refundableUntil } from './rules.ts'
import { courseSessions } from './tables.ts'

const startsAt = new Date('2026-12-05T14:00:00Z')

async function holderOf(ctx: TestContext, { orderId, token }: { orderId: string; token: string }) {
  const holder = await visitor(ctx)
  holder.setCookie(`paco-order-${orderId}`, token)
  return { holder, path: `/orders/${orderId}/seat` }
}

async function booked(ctx: TestContext) {
  const session = await givenSession(ctx.db, { startsAt })
  const order = await bookSeat(ctx, session)
  const { holder: student, path } = await holderOf(ctx, order)
  return { student, path, ...order }
}

async function moveTo(student: Visitor, session: string) {
  const radio = student.document.querySelector<HTMLInputElement>('[name=session]')
  radio?.setAttribute('value', session)
  if (radio) radio.checked = true
  await student.press('Move to Selected Date')
}

test('the seat’s page has time, place, balance, deadlines and calendar links', async ({ ctx }) => {
  const { student, path } = await booked(ctx)
  await student.open(path)
  expect(student.heading).toBe('Your seat')
  for (const text of [
    'Saturday, December 5, 9 AM to 5 PM EST',
    'PACo, Miami, Florida',
    'Photo ID',
    'Seat1',
    'You can move to another date once, until Friday, December 4, 9 AM EST.',
    'Cancel before Thursday, December 3, 9 AM EST for a full refund of the deposit.',
  ])
    expect(student.text).toContain(text)
  expect(student.part('link', 'Calendar file').getAttribute('href')).toBe(`${path}/calendar.ics`)
  expect(student.part('link', 'Google').getAttribute('href')).toContain('https://calendar.google.com/')
})

test('the calendar file is for the order’s buyer, and an order without a class has none', async ({
  ctx,
  db,
}) => {
  const { student, path, token } = await booked(ctx)
  await student.open(path)
  await student.follow('Calendar file')
  expect(student.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  expect(student.headers.get('Cache-Control')).toBe('private, no-store')
  expect(student.html).not.toContain(token)
  const calendar = new ICAL.Component(ICAL.parse(student.html) as unknown[])
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  expect(event.summary).toBe('Test Course, PACo')
  expect(event.location).toBe('PACo, Miami, Florida')
  expect(event.startDate.toString()).toBe('2026-12-05T09:00:00')

  for (const address of [path, `${path}/calendar.ics`])
    expect((await student.another().open(address)).status).toBe(404)
  await givenDrop(db)
  const { holder, path: other } = await holderOf(ctx, await heldOrder(student.shop))
  await holder.open(`${other}/calendar.ics`)
  expect([holder.status, holder.html]).toEqual([404, expect.stringContaining('No Class Here')])
})

test('a seat moves once, to a date of its course with an open seat, and after its deadline is canceled without a refund', async ({
  ctx,
  db,
}) => {
  const { student, path } = await booked(ctx)
  const to = await givenSession(db, { seats: 1, startsAt: after(startsAt, 14 * day) })
  await givenSession(db, { slug: 'another', startsAt: after(startsAt, 7 * day) })
  await givenSession(db, { seats: 0, startsAt: after(startsAt, 21 * day) })
  await student.open(path)
  await student.follow('Choose Another Date')
  expect(student.parts('radio').map((radio) => radio.getAttribute('value'))).toEqual([to])
  await student.press('Move to Selected Date')
  expect([student.status, student.alerts]).toEqual([422, ['Choose a date first.']])
  await moveTo(student, crypto.randomUUID())
  expect([student.status, student.alerts.join(' ')]).toEqual([
    409,
    expect.stringContaining('Choose another date'),
  ])
  student.shop.refusing.add('orderChange')
  await moveTo(student, to)
  expect(student.status).toBe(429)
  student.shop.refusing.clear()

  await moveTo(student, to)
  expect([student.status, student.path]).toEqual([200, path])
  expect(student.text).toContain('Saturday, December 19')
  expect(student.text).toContain('You moved this seat from another date.')
  expect(student.text).toContain('This seat was already moved once')
  expect(student.parts('link', 'Choose Another Date')).toEqual([])
  expect((await student.open(`${path}/move`)).path).toBe(path)
  expect(student.part('link', 'Cancel and Refund $75')).toBeTruthy()

  ctx.setNow(refundableUntil(after(startsAt, 14 * day)))
  await student.open(path)
  expect(student.parts('link', /^Cancel and Refund/)).toEqual([])
  expect(student.text).toContain('you forfeit it')
  expect(student.text).toContain('so you forfeit the deposit')
  await student.press('Cancel My Seat')
  expect([student.path, student.text]).toEqual([path, expect.stringContaining('You canceled this seat')])
})

test('before the deadline, canceling leads to the refund', async ({ ctx }) => {
  const { student, path, orderId } = await booked(ctx)
  await student.open(path)
  await student.follow('Cancel and Refund $75')
  expect(student.path).toBe(`/orders/${orderId}/refund`)
})

test('a canceled class says so', async ({ ctx, db }) => {
  const { student, path } = await booked(ctx)
  await db.update(courseSessions).set({ canceledAt: ctx.now() })
  await student.open(path)
  expect(student.text).toContain('This class was canceled')
})

test('nothing can be changed once the class has started', async ({ ctx }) => {
  const { student, path } = await booked(ctx)
  ctx.setNow(after(startsAt, -hour))
  expect((await student.open(path)).text).toContain('If you can’t make it')
  ctx.setNow(after(startsAt, hour))
  expect((await student.open(path)).text).not.toContain('If you can’t make it')
})

test('a held seat leads to its order', async ({ ctx, db }) => {
  const order = await holdSeat(ctx, await givenSession(db, { startsAt }))
  const { holder, path } = await holderOf(ctx, order)
  await holder.open(path)
  expect(holder.path).toBe(`/orders/${order.orderId}`)
})
