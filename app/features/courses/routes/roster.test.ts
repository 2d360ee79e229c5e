import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { makeRosterLink, revokeRosterLinks } from '../store/roster.server.ts'
import { sessionSeats } from '../tables.ts'
import { loader } from './roster.tsx'
import { loader as csvLoader } from './roster-csv.ts'
import { action } from './roster-mark.tsx'

type Shown = {
  rows: { orderId: string; name: string; checkedIn: string | null; balancePaid: string | null }[]
}

/** A class with a student, and the cookie that opens its list. */
async function givenRoster(ctx: TestContext, student: { name?: string } = {}) {
  const shop = givenShop(ctx)
  const session = await givenSession(ctx.db)
  const { orderId } = await bookSeat(ctx, session, student)
  const token = await transact(ctx, (work) => makeRosterLink(work, session))
  return { shop, session, orderId, token, cookies: [`paco-roster-${session}=${token}`] }
}

const page = (shop: TestShop, session: string, more: { key?: string; cookies?: string[] } = {}) =>
  answerOf(() =>
    loader(
      visit(shop, {
        path: `/rosters/${session}${more.key === undefined ? '' : `?key=${more.key}`}`,
        params: { session },
        cookies: more.cookies ?? [],
      }),
    ),
  )

function mark(shop: TestShop, session: string, cookies: string[], form: Record<string, string>) {
  return answerOf(() =>
    action(visit(shop, { path: `/rosters/${session}/marks`, params: { session }, cookies, form })),
  )
}

test('a private link moves from the URL to a cookie', async ({ ctx }) => {
  const { shop, session, orderId, token } = await givenRoster(ctx)
  const opened = await loader(visit(shop, { path: `/rosters/${session}?key=${token}`, params: { session } }))
  if (!(opened instanceof Response)) throw new Error('The link did not redirect')
  expect(opened.status).toBe(303)
  expect(opened.headers.get('Location')).toBe(`/rosters/${session}`)
  expect(opened.headers.get('X-Robots-Tag')).toBe('noindex')
  const cookie = opened.headers.get('Set-Cookie') ?? ''
  expect(cookie).toContain('HttpOnly')
  expect(await page(shop, session, { cookies: [cookie.split(';')[0] ?? ''] })).toMatchObject({
    status: 200,
    value: {
      course: 'Test Course',
      day: 'Saturday, December 5',
      hours: '9 AM to 5 PM EST',
      rows: [
        {
          orderId,
          seat: 1,
          name: 'Jordan Buyer',
          email: 'buyer@example.com',
          depositCents: 7500,
          balanceCents: 7500,
          checkedIn: null,
          balancePaid: null,
        },
      ],
      totals: { students: 1, checkedIn: 0, dueCents: 7_500, paidCents: 0 },
    },
  })
})

test('wrong, missing and revoked keys and an unknown class get the same 404, and wrong ones count as guesses', async ({
  ctx,
}) => {
  const { shop, session, token, cookies } = await givenRoster(ctx)
  const other = await givenSession(ctx.db)
  const wrong = [
    await page(shop, session, { key: 'wrong' }),
    await page(shop, session),
    await page(shop, other, { key: token }),
    await page(shop, 'no-such-class', { key: token }),
    await page(shop, crypto.randomUUID(), { key: token }),
  ]
  await transact(ctx, (work) => revokeRosterLinks(work, session))
  wrong.push(await page(shop, session, { cookies }), await page(shop, session, { key: token }))
  for (const answer of wrong) expect(answer).toEqual(wrong[0])
  expect(wrong[0]).toMatchObject({ status: 404, value: { title: 'Roster Not Found' } })
  expect(shop.counted.filter((name) => name.startsWith('privateLinkMiss'))).toHaveLength(6)
  shop.refusing.add('privateLinkMiss')
  expect(await page(shop, session, { key: token })).toMatchObject({ status: 429 })
})

test('a valid link opens the roster despite guesses from the same network', async ({ ctx }) => {
  const { shop, session, token, cookies } = await givenRoster(ctx)
  shop.refusing.add('privateLinkMiss')
  expect(await page(shop, session, { key: token })).toMatchObject({ status: 303 })
  expect(await page(shop, session, { cookies })).toMatchObject({ status: 200 })
})

test('the roster closes two weeks after the class', async ({ ctx }) => {
  const { shop, session, cookies } = await givenRoster(ctx)
  const endsAt = new Date('2026-12-05T22:00:00Z')
  ctx.setNow(after(endsAt, 14 * day - hour))
  expect(await page({ ...shop, now: ctx.now }, session, { cookies })).toMatchObject({ status: 200 })
  ctx.setNow(after(endsAt, 14 * day))
  expect(await page({ ...shop, now: ctx.now }, session, { cookies })).toMatchObject({ status: 404 })
})

test('marks are set and removed, each logged once', async ({ ctx, db }) => {
  const { shop, session, orderId, cookies } = await givenRoster(ctx)
  const shown = async () => ((await page(shop, session, { cookies })).value as Shown).rows[0]
  const form = { order: orderId, mark: 'checkedIn', to: 'set' }
  expect(await mark(shop, session, cookies, form)).toMatchObject({
    status: 303,
    location: `/rosters/${session}#${orderId}`,
  })
  await mark(shop, session, cookies, form)
  expect(await shown()).toMatchObject({ checkedIn: '7:00 AM', balancePaid: null })
  await mark(shop, session, cookies, { ...form, mark: 'balancePaid' })
  await mark(shop, session, cookies, { ...form, to: 'unset' })
  expect(await shown()).toMatchObject({ checkedIn: null, balancePaid: '7:00 AM' })
  const acts = await listAuditEntries(db)
  expect(acts.map(({ actor, verb, subject, data }) => [actor, verb, subject, data.set])).toEqual([
    ['roster link', 'check-in', orderId, false],
    ['roster link', 'balance', orderId, true],
    ['roster link', 'check-in', orderId, true],
  ])
})

test('a student of another roster cannot be marked', async ({ ctx, db }) => {
  const { shop, session, orderId, cookies } = await givenRoster(ctx)
  const other = await bookSeat(ctx, await givenSession(db))
  for (const order of [other.orderId, 'NOSUCHCODE', '<script>'])
    expect(await mark(shop, session, cookies, { order, mark: 'checkedIn', to: 'set' })).toMatchObject({
      status: 409,
    })
  expect(await mark(shop, session, [], { order: orderId, mark: 'checkedIn', to: 'set' })).toMatchObject({
    status: 404,
  })
  expect(await listAuditEntries(db)).toEqual([])
})

test('the CSV has the roster, with formulas escaped', async ({ ctx }) => {
  const { shop, session, orderId, cookies } = await givenRoster(ctx, { name: '=HYPERLINK("http://x")' })
  const filter = visit(shop, { path: `/rosters/${session}/roster.csv`, params: { session }, cookies })
  const answer = await csvLoader(filter)
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('Content-Disposition')).toBe(
    'attachment; filename="roster-test-course-2026-12-05.csv"',
  )
  const read: unknown = parse(await answer.text(), { bom: true })
  expect(read).toEqual([
    ['Seat', 'Name', 'Email', 'Order', 'Deposit', 'Balance', 'Balance paid', 'Checked in'],
    ['1', '\'=HYPERLINK("http://x")', 'buyer@example.com', orderId, '$75.00', '$75.00', '', ''],
  ])
})

test('seats booked elsewhere are counted', async ({ ctx, db }) => {
  const { shop, session, cookies } = await givenRoster(ctx)
  await db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.number, 7))
  expect(await page(shop, session, { cookies })).toMatchObject({ value: { unlisted: 1 } })
})
