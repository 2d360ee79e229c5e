import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { openClassBalance } from '#app/features/courses/store/seats.server.ts'
import {
  trainingCertificates,
  courseSessions,
  courses,
  bookingMarks,
  instructors,
} from '#app/features/courses/tables.ts'
import { certificateCodeLength } from '#app/features/courses/roster.ts'
import {
  findCertificate,
  settleCertificates,
  listInstructors,
} from '#app/features/courses/store/roster.server.ts'
import { showRoster } from './desk.server.ts'
import { changeDate, sellWalkIn, takeBalance } from './flows.server.ts'
import { ordersOnSale } from '#test/shop.ts'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { accountBalances } from '#app/ledger/ledger.server.ts'
import {
  deskOf,
  givenClassDay,
  givenInstructor,
  press,
  rosterDeskOf,
  sessionOf,
  startsAt,
  bookSeat,
  givenSession,
  holdSeat,
} from '#test/courses.ts'
import { shopZone } from '#test/moment.ts'
import { type TestContext, test } from '#test/db.ts'
import { expectSoundStock, givenWaiter } from '#test/goods.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

const date = { day: '2026-12-05', time: '09:00', place: 'PACo, Miami, Florida', capacity: 12, closes: 24 }

const codesOf = (ctx: TestContext, orderId: string) =>
  ctx.db
    .select({ code: trainingCertificates.code, revokedAt: trainingCertificates.revokedAt })
    .from(trainingCertificates)
    .where(eq(trainingCertificates.orderId, orderId))
    .orderBy(trainingCertificates.issuedAt)

const rosterOf = async (ctx: TestContext, session: string) =>
  showRoster({ ...ctx, timeZone: shopZone }, await sessionOf(ctx, session), true)

test('the balance of a seat is held by one order at a time', async ({ ctx, db }) => {
  const { session, orderId } = await givenClassDay(ctx)
  await transact(ctx, (work) => openClassBalance(work, session, orderId))
  const lines = [{ kind: 'class_balance' as const, ref: { seat: orderId } }]
  const start = (work: UnitOfWork) => startOrder(work, ordersOnSale, { key: crypto.randomUUID(), lines })
  await db.transaction(async (tx) => {
    const { now, enqueueIn, announce, sign } = ctx
    const first = await start({
      tx,
      now: now(),
      enqueue: enqueueIn(tx),
      announce: (topic) => announce([topic]),
      sign,
    })
    expect(first).toMatchObject({ ok: true })
    expect(await transact(ctx, start)).toMatchObject({ ok: false })
  })
  expect(await transact(ctx, start)).toEqual({ ok: false, why: 'balance_held' })
})

test('the deposit of who did not come is earned', async ({ ctx, db }) => {
  const { session, orderId } = await givenClassDay(ctx)
  await press(ctx, session, orderId, 'waiver')
  expect((await findOrder(db, orderId))?.lines[0]?.deliveredAt).toBeNull()
  await press(ctx, session, orderId, 'noShow')
  expect((await findOrder(db, orderId))?.lines[0]?.deliveredAt).toEqual(ctx.now())
})

test('a seat that is held and not paid is on no roster, and gets no mark', async ({ ctx, db }) => {
  const session = await givenSession(db)
  const { orderId } = await holdSeat(ctx, session)
  expect(await rosterOf(ctx, session)).toMatchObject({ students: [], unlisted: 0 })
  expect(await press(ctx, session, orderId, 'waiver')).toMatchObject({ why: 'not_on_roster' })
})

test('a certificate follows the marks: issued once, revoked when a mark is removed, and issued again', async ({
  ctx,
  db,
}) => {
  const { session, orderId } = await givenClassDay(ctx)
  ctx.queued.length = 0
  expect(await press(ctx, session, orderId, 'liveFire')).toMatchObject({ why: 'not_checked_in' })
  await press(ctx, session, orderId, 'checkedIn')
  await press(ctx, session, orderId, 'waiver')
  expect(await codesOf(ctx, orderId)).toEqual([])
  expect(await press(ctx, session, orderId, 'liveFire')).toEqual({ ok: true, isChanged: true })
  expect(await press(ctx, session, orderId, 'liveFire')).toEqual({ ok: true, isChanged: false })
  const [first] = await codesOf(ctx, orderId)
  expect(first).toMatchObject({ revokedAt: null })
  expect(first?.code).toHaveLength(certificateCodeLength)
  expect(ctx.queued.filter(({ job }) => job === 'mail-training-certificate')).toHaveLength(1)
  expect(await findCertificate(db, first?.code ?? '')).toMatchObject({
    student: 'Jordan Buyer',
    facts: {
      course: 'Test Course',
      hours: 8,
      liveFireRounds: 50,
      heldOn: '2026-12-05',
      instructor: 'I. Sample',
      licenses: [{ name: 'Certified pistol instructor', number: 'P-1' }],
    },
  })

  await press(ctx, session, orderId, 'checkedIn', false)
  expect((await codesOf(ctx, orderId))[0]?.revokedAt).toEqual(ctx.now())
  const [row] = (await rosterOf(ctx, session)).students
  expect(row).toMatchObject({ marks: { checkedIn: null, liveFire: null }, certificate: null })
  ctx.setNow(after(ctx.now(), minute))
  await press(ctx, session, orderId, 'checkedIn')
  await press(ctx, session, orderId, 'liveFire')
  const [, second] = await codesOf(ctx, orderId)
  expect(second).toMatchObject({ revokedAt: null })
  expect(second?.code).not.toBe(first?.code)
})

test('a certificate names the licenses of its day, and stays when one of them is corrected later', async ({
  ctx,
  db,
}) => {
  const { session, orderId } = await givenClassDay(ctx)
  const [instructor] = await listInstructors(db)
  if (!instructor) throw new Error('Nobody teaches')
  const { id, licenses } = instructor
  const ended = { name: 'Range safety officer', number: 'R-1', expiresOn: '2026-12-04' }
  const keep = (held: typeof licenses) =>
    db.update(instructors).set({ licenses: held }).where(eq(instructors.id, id))
  await keep([...licenses, ended])
  for (const mark of ['checkedIn', 'waiver', 'liveFire'] as const) await press(ctx, session, orderId, mark)
  const [issued] = await codesOf(ctx, orderId)
  expect((await findCertificate(db, issued?.code ?? ''))?.facts.licenses).toEqual([
    { name: 'Certified pistol instructor', number: 'P-1' },
  ])
  await keep([ended])
  await transact(ctx, (work) => settleCertificates(work, session, shopZone))
  expect(await codesOf(ctx, orderId)).toEqual([issued])
})

test('without an instructor licensed on the day there is no certificate until one is named', async ({
  ctx,
}) => {
  const { session, orderId } = await givenClassDay(ctx, { expiresOn: '2026-12-04' })
  for (const each of ['checkedIn', 'waiver', 'liveFire'] as const) await press(ctx, session, orderId, each)
  expect(await codesOf(ctx, orderId)).toEqual([])
  const instructor = await givenInstructor(ctx, { expiresOn: '2027-01-01' })
  expect(await changeDate(deskOf(ctx), session, { ...date, instructor, revision: 1 })).toMatchObject({
    ok: true,
  })
  expect(await codesOf(ctx, orderId)).toHaveLength(1)
})

test('what a certificate says stays when the course changes, and goes with its student’s data', async ({
  ctx,
  db,
}) => {
  const { session, orderId } = await givenClassDay(ctx)
  for (const each of ['checkedIn', 'waiver', 'liveFire'] as const) await press(ctx, session, orderId, each)
  const [{ code } = { code: '' }] = await codesOf(ctx, orderId)
  await db.update(courses).set({ name: 'Another Name', hours: 2 })
  await db.update(courseSessions).set({ place: 'Elsewhere' })
  expect((await findCertificate(db, code))?.facts).toMatchObject({ course: 'Test Course', hours: 8 })
  expect(await findCertificate(db, code.toLowerCase().replace(/(.{4})/, '$1-'))).toBeDefined()
  expect(await findCertificate(db, 'ABCDEFGHJKMN')).toBeUndefined()
})

test('marks are recorded once each, and one of another class is refused', async ({ ctx, db }) => {
  const { session, orderId } = await givenClassDay(ctx)
  await press(ctx, session, orderId, 'waiver')
  await press(ctx, session, orderId, 'waiver')
  const other = await bookSeat(ctx, await givenSession(db, { startsAt: after(startsAt, 30 * day) }))
  expect(await press(ctx, session, other.orderId, 'waiver')).toMatchObject({ why: 'not_on_roster' })
  const entries = (await listAuditEntries(db)).filter(({ verb }) => verb.startsWith('roster'))
  expect(entries.map(({ verb, subject, data }) => [verb, subject, data.set])).toEqual([
    ['roster waiver', orderId, true],
  ])
})

test('a balance is an order of its own in the ledger, paid once and earned with the class', async ({
  ctx,
  db,
}) => {
  const { session, orderId } = await givenClassDay(ctx)
  const take = async (key: string, amount = 7_500) =>
    takeBalance(rosterDeskOf(ctx), await sessionOf(ctx, session), {
      key,
      order: orderId,
      amount,
      method: 'cash',
      reference: '',
    })
  expect(await take('key-of-form-0', 7_000)).toMatchObject({ why: 'amount_differs' })
  const taken = await take('key-of-form-1')
  if (!taken.ok) throw new Error(taken.why)
  expect(await take('key-of-form-1')).toEqual(taken)
  expect(await take('key-of-form-2')).toMatchObject({ why: 'balance_paid' })
  expect(await findOrder(db, taken.orderId)).toMatchObject({
    state: 'paid',
    totalCents: 7_500,
    buyerName: 'Jordan Buyer',
  })
  const [row] = (await rosterOf(ctx, session)).students
  expect(row?.balancePaid).toMatchObject({ orderId: taken.orderId })
  const balances = async () =>
    Object.fromEntries((await accountBalances(db)).map(({ account, amountCents }) => [account, amountCents]))
  expect(await balances()).toEqual({
    'gateway:manual': 7_500,
    'gateway:sandbox': 7_500,
    deposits: -7_500,
    balances: -7_500,
  })
  await press(ctx, session, orderId, 'checkedIn')
  expect(await balances()).toEqual({ 'gateway:manual': 7_500, 'gateway:sandbox': 7_500, sales: -15_000 })
  await expectSoundStock(db)
})

test('of two free seats a walk-in gets the one that is not offered to who waits', async ({ ctx, db }) => {
  const session = await givenSession(db, { startsAt, seats: 2, capacity: 2 })
  await givenWaiter(db, `course:${session}`, 'waiter@example.com', ctx.now())
  const sold = await sellWalkIn(rosterDeskOf(ctx), await sessionOf(ctx, session), {
    key: 'key-of-form-3',
    amount: 15_000,
    method: 'terminal',
    reference: '0043',
    name: 'Robin Walker',
    email: 'robin@example.com',
    phone: null,
  })
  expect(sold).toMatchObject({ ok: true })
})

test('a walk-in buys a free seat for the whole price, also after the roster has closed, once', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { startsAt, seats: 1, capacity: 1 })
  ctx.setNow(after(startsAt, minute))
  const sell = async (key: string, amount = 15_000) =>
    sellWalkIn(rosterDeskOf(ctx), await sessionOf(ctx, session), {
      key,
      amount,
      method: 'terminal',
      reference: '0042',
      name: 'Robin Walker',
      email: 'robin@example.com',
      phone: '+13055550100',
    })
  expect(await sell('key-of-form-9', 7_500)).toMatchObject({ why: 'amount_differs' })
  const sold = await sell('key-of-form-0')
  if (!sold.ok) throw new Error(sold.why)
  expect(await sell('key-of-form-0')).toEqual(sold)
  expect(await sell('key-of-form-1')).toMatchObject({ why: 'session_full' })
  const [row] = (await rosterOf(ctx, session)).students
  expect(row).toMatchObject({
    name: 'Robin Walker',
    phone: '+13055550100',
    balanceCents: 0,
    isWalkIn: true,
  })
  expect(await findOrder(db, sold.orderId)).toMatchObject({ totalCents: 15_000 })
  expect((await listAuditEntries(db)).filter(({ verb }) => verb === 'walk-in')).toHaveLength(1)
  ctx.setNow(after(startsAt, 9 * hour))
  const late = await givenSession(db, { startsAt })
  const over = await sellWalkIn(rosterDeskOf(ctx), await sessionOf(ctx, late), {
    key: 'key-of-form-2',
    amount: 15_000,
    method: 'cash',
    reference: '',
    name: 'Late',
    email: 'late@example.com',
    phone: null,
  })
  expect(over).toMatchObject({ why: 'session_closed' })
  await expectSoundStock(db)
})

async function givenTwoClasses(ctx: TestContext) {
  const instructorId = await givenInstructor(ctx, { email: 'instructor@example.com' })
  const own = await givenSession(ctx.db, { startsAt, instructorId })
  const other = await givenSession(ctx.db, { startsAt: after(startsAt, day) })
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'instructor')
  const open = (path: string, form?: Record<string, string>) =>
    ask(`/staff/classes${path}`, { headers: { Cookie: cookie }, ...(form && { form }) })
  return { instructorId, own, other, open }
}

test('an instructor opens and marks the class that names them, and no other', async ({ ctx }) => {
  const { instructorId, own, other, open } = await givenTwoClasses(ctx)
  const marked = async () => (await ctx.db.select().from(bookingMarks)).filter((each) => each.waiverAt).length
  const status = async (path: string, form?: Record<string, string>) => (await open(path, form)).status
  for (const [session, page] of [
    [own, 200],
    [other, 403],
  ] as const) {
    const { orderId } = await bookSeat(ctx, session)
    expect([await status(`/${session}`), await status(`/${session}/walk-in`)]).toEqual([page, page])
    const press = { row: orderId, mark: 'waiver', to: 'set' }
    expect(await status(`/${session}/marks`, press)).toBe(page === 200 ? 303 : 403)
    for (const path of [`/${session}`, `/${session}/walk-in`])
      expect(await status(path, { any: 'thing' })).toBe(page === 200 ? 422 : 403)
    expect(await marked()).toBe(1)
  }
  await ctx.db.update(instructors).set({ state: 'retired' }).where(eq(instructors.id, instructorId))
  expect(await status(`/${own}`)).toBe(403)
})

test('the board shows an instructor their classes, and offers no dates to plan', async ({ ctx }) => {
  const { own, other, open } = await givenTwoClasses(ctx)
  const board = await (await open('')).text()
  expect([board.includes(own), board.includes(other)]).toEqual([true, false])
  expect(board).not.toContain('Add dates')
  await ctx.db.update(courseSessions).set({ instructorId: null })
  expect(await (await open('')).text()).toContain('names you as its instructor')
})

test('classes to come are listed apart from those that were held', async ({ ctx }) => {
  const { own, other, open } = await givenTwoClasses(ctx)
  const instructorId = (await ctx.db.select().from(instructors))[0]?.id
  const canceled = await givenSession(ctx.db, { startsAt, instructorId, canceledAt: ctx.now() })
  const past = await givenSession(ctx.db, { startsAt: after(ctx.now(), -day), instructorId })
  const [coming = '', held = ''] = (await (await open('')).text()).split('>Held<')
  const ids = [own, other, canceled, past]
  expect(ids.map((id) => coming.includes(`/${id}"`))).toEqual([true, false, true, false])
  expect(ids.map((id) => held.includes(`/${id}"`))).toEqual([false, false, false, true])
})

test('an instructor plans, moves and copies no date', async ({ ctx }) => {
  const { own, open } = await givenTwoClasses(ctx)
  for (const path of ['/new', `/${own}/edit`]) {
    expect([path, (await open(path)).status]).toEqual([path, 403])
    expect([path, (await open(path, { any: 'thing' })).status]).toEqual([path, 403])
  }
  const roster = await (await open(`/${own}`)).text()
  expect(roster).not.toMatch(/\/edit|\?copy=/)
})
