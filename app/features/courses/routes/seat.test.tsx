import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect } from 'vitest'
import { after, day, hour } from '#app/kit/clock.ts'
import { bookSeat, givenSession, holdSeat } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { refundableUntil } from '../rules.ts'
import { courseSessions } from '../tables.ts'
import * as giveUp from './give-up-seat.tsx'
import * as move from './move-seat.tsx'
import * as seat from './seat.tsx'

const startsAt = new Date('2026-12-05T14:00:00Z')

async function booked(ctx: TestContext) {
  const session = await givenSession(ctx.db, { startsAt })
  const { orderId, token } = await bookSeat(ctx, session)
  return { shop: givenShop(ctx), session, ...keyTo(orderId, token) }
}

const keyTo = (orderId: string, token: string) => ({
  orderId,
  args: {
    path: `/orders/${orderId}/seat`,
    params: { order: orderId },
    cookies: [`paco-order-${orderId}=${token}`],
  },
})

type VisitInput = Parameters<typeof visit>[1]

async function pageOf(shop: TestShop, args: VisitInput) {
  const loaderData = await seat.loader(visit(shop, args))
  const Page = seat.default as unknown as (props: { loaderData: unknown }) => ReactElement
  const Stub = createRoutesStub([{ path: '*', Component: () => <Page loaderData={loaderData} /> }])
  return renderToString(<Stub />).replaceAll('<!-- -->', '')
}

test('the seat’s page has time, place, balance and calendar links', async ({ ctx }) => {
  const { shop, args, orderId } = await booked(ctx)
  const html = await pageOf(shop, args)
  for (const text of [
    'Saturday, December 5, 9 AM to 5 PM EST',
    'PACo, Miami, Florida',
    'Photo ID',
    'Seat 1. Your lane is lit.',
    `/orders/${orderId}/seat/calendar.ics`,
    'https://calendar.google.com/',
    'You can move to another date once, until Friday, December 4, 9 AM EST.',
    'Cancel before Thursday, December 3, 9 AM EST for a full refund of the deposit.',
    'Cancel and Refund $75',
  ])
    expect(html).toContain(text)
})

test('after the deadline the page offers to cancel without a refund', async ({ ctx }) => {
  const { shop, args } = await booked(ctx)
  ctx.setNow(refundableUntil(startsAt))
  const html = await pageOf(givenShop(ctx), args)
  expect(html).not.toContain('Cancel and Refund')
  expect(html).toContain('Cancel My Seat')
  expect(html).toContain('you forfeit it')

  const { status, location } = await answerOf(() => giveUp.action(visit(shop, { ...args, form: {} })))
  expect([status, location]).toEqual([303, args.path])
  expect(await pageOf(shop, args)).toContain('You canceled this seat')
  expect(await answerOf(() => giveUp.loader(visit(shop, args)))).toMatchObject({ location: args.path })
})

test('before the deadline, canceling redirects to the refund', async ({ ctx }) => {
  const { shop, args, orderId } = await booked(ctx)
  const answer = await answerOf(() => giveUp.loader(visit(shop, args)))
  expect(answer.location).toBe(`/orders/${orderId}/refund`)
})

test('a seat can move to dates of its course with an open seat', async ({ db, ctx }) => {
  const { shop, args } = await booked(ctx)
  const to = await givenSession(db, { seats: 1, startsAt: after(startsAt, 14 * day) })
  await givenSession(db, { slug: 'another', startsAt: after(startsAt, 7 * day) })
  const { sessions } = await move.loader(visit(shop, args))
  expect(sessions.map(({ id }) => id)).toEqual([to])
  const send = (session: string) => answerOf(() => move.action(visit(shop, { ...args, form: { session } })))
  expect(await send('nothing')).toMatchObject({ status: 422 })
  expect(await send(crypto.randomUUID())).toMatchObject({ status: 409 })
  expect(await send(to)).toMatchObject({ status: 303, location: args.path })
  expect(await pageOf(shop, args)).toContain('Saturday, December 19')
  expect(await pageOf(shop, args)).toContain('This seat was already moved once')
  expect(await answerOf(() => move.loader(visit(shop, args)))).toMatchObject({ location: args.path })
  shop.refusing.add('orderChange')
  expect(await send(to)).toMatchObject({ status: 429 })
})

test('a canceled class says so', async ({ db, ctx }) => {
  const { shop, args } = await booked(ctx)
  await db.update(courseSessions).set({ canceledAt: ctx.now() })
  expect(await pageOf(shop, args)).toContain('This class was canceled')
})

test('nothing can be changed once the class has started', async ({ ctx }) => {
  const { args } = await booked(ctx)
  ctx.setNow(after(startsAt, hour))
  expect(await pageOf(givenShop(ctx), args)).not.toContain('If you can’t make it')
})

test('a seat needs its key, and a held one redirects to its order', async ({ db, ctx }) => {
  const { shop, args } = await booked(ctx)
  const stranger = await answerOf(() => seat.loader(visit(shop, { ...args, cookies: [] })))
  expect(stranger.status).toBe(404)
  const session = await givenSession(db, { startsAt })
  const { orderId, token } = await holdSeat(ctx, session)
  const own = keyTo(orderId, token)
  const held = await answerOf(() => seat.loader(visit(shop, own.args)))
  expect(held.location).toBe(`/orders/${orderId}`)
})
