import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { holdMs } from '#app/features/orders/rules.ts'
import { orders } from '#app/features/orders/tables.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, holdLines } from '#test/shop.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'
import { packSeats } from './rules.ts'
import { findSession } from './store/sessions.server.ts'
import { courseSessions, sessionSeats, instructors } from './tables.ts'

const scheduling = '/course-registration/scheduling'
const goOn = 'Continue with Selected Date'
const later = { startsAt: new Date('2026-12-19T14:00:00Z') }

const radioOf = (student: Visitor, session: string) =>
  student.document.querySelector<HTMLInputElement>(`#pick-${session}`)
const stepOf = ({ document }: Visitor) => textOf(document.querySelector('[aria-current=step]'))

async function choose(student: Visitor, session: string) {
  const radio = radioOf(student, session)
  if (!radio) throw new Error('The date is not offered')
  radio.checked = true
  await student.press(goOn)
}

async function hold(student: Visitor, session: string): Promise<string> {
  await student.open(`${scheduling}?session=${session}`)
  await student.press(goOn)
  return student.path
}

async function pay(student: Visitor, card: string) {
  student.fillOne(new RegExp(`^Test card: ${card}(?!,)`), true)
  await student.press(/^Pay (the )?\$75/)
}

async function seatsOf({ db, now }: TestContext, session: string) {
  const found = await findSession(db, session, now())
  return packSeats(found?.seats ?? [])
}

const take = ({ db }: TestContext, session: string) =>
  db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.sessionId, session))

test('a registration goes from the course to a paid seat, and a class that has filled up says so', async ({
  ctx,
}) => {
  const session = await givenSession(ctx.db, { seats: 1 })
  const full = await givenSession(ctx.db, { seats: 1, ...later })
  const student = await visitor(ctx)
  await student.open('/course-registration?course=unknown')
  expect(student.text).toContain('Test Course')
  expect(student.text).toContain('Next class: Saturday, December 5')
  expect(student.text).toContain('1 of 1 seat left')
  expect(stepOf(student)).toContain('Course info')
  await student.follow('Register Now', student.part('main'))
  expect(stepOf(student)).toContain('Scheduling')
  expect(student.text).toContain('Course info, completed')

  await take(ctx, full)
  await choose(student, full)
  expect(student.path).toContain(`session=${full}`)
  expect(student.alerts.join(' ')).toContain('This class is full')
  expect(student.parts('link', /^Join Waitlist/)).toHaveLength(1)

  await choose(student, session)
  const checkout = student.path
  expect(checkout).toMatch(/^\/checkout\/[0-9A-Z]+$/)
  expect(stepOf(student)).toContain('Payment')
  student.fill({ 'Full name': 'Robin Student', Email: 'student@example.com' })
  student.fillOne(/I am \d+ or older/, true)
  await pay(student, 'declined')
  expect(student.path).toBe(checkout)
  expect(student.alerts.join(' ')).toContain('Payment declined')
  expect(student.field('Full name').value).toBe('Robin Student')
  await pay(student, 'approved')
  expect(student.path).toMatch(/^\/orders\/[0-9A-Z]+$/)
  expect(stepOf(student)).toContain('Confirmation')
  expect(await seatsOf(ctx, session)).toBe('t')
  await student.follow('Your seat')
  expect(student.part('link', 'Calendar file')).toBeTruthy()
})

test('going back finds the same seat, and another date releases it', async ({ ctx }) => {
  const session = await givenSession(ctx.db, { seats: 2 })
  const other = await givenSession(ctx.db, { seats: 2, ...later })
  const student = await visitor(ctx)
  const first = await hold(student, session)
  expect(first).toMatch(/^\/checkout\//)
  expect(student.shop.counted).toEqual([])
  expect(await hold(student, session)).toBe(first)
  expect([await seatsOf(ctx, session), await seatsOf(ctx, other)]).toEqual(['ho', 'oo'])
  expect(await hold(student, other)).not.toBe(first)
  expect([await seatsOf(ctx, session), await seatsOf(ctx, other)]).toEqual(['oo', 'ho'])
})

test('a seat held by an offer stays held when another date is selected', async ({ ctx, db }) => {
  const session = await givenSession(db, { seats: 1 })
  const other = await givenSession(db, later)
  const student = await visitor(ctx)
  await hold(student, session)
  const until = after(ctx.now(), day)
  await db.update(orders).set({ expiresAt: until, expiresCapAt: until })
  await hold(student, other)
  expect(await seatsOf(ctx, session)).toBe('h')
})

test('an expired hold opens the seat', async ({ ctx }) => {
  const session = await givenSession(ctx.db, { seats: 1 })
  const student = await visitor(ctx)
  const first = await hold(student, session)
  const rival = student.another()
  await rival.open(`${scheduling}?session=${session}`)
  expect(rival.alerts.join(' ')).toContain('All remaining seats are on hold')
  expect(rival.part('link', /^Join Waitlist/)).toBeTruthy()
  student.wait(holdMs + minute)
  expect(await hold(rival, session)).not.toBe(first)
  expect(rival.path).toMatch(/^\/checkout\//)
})

test('a date that is canceled, gone, full or closed is refused in words, and the seat that is held stays', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { seats: 1 })
  const other = await givenSession(db, { seats: 1, ...later })
  const student = await visitor(ctx)
  const checkout = await hold(student, session)
  const refused = () => [student.status, student.alerts.join(' ')]
  await student.open(scheduling)
  await db.update(courseSessions).set({ canceledAt: ctx.now() }).where(eq(courseSessions.id, other))
  await choose(student, other)
  expect(refused()).toEqual([409, expect.stringContaining('This class was canceled')])
  await db.update(courseSessions).set({ canceledAt: null })
  await student.open(scheduling)
  radioOf(student, other)?.setAttribute('value', crypto.randomUUID())
  await choose(student, other)
  expect(refused()).toEqual([409, expect.stringContaining('This date is no longer available')])
  await student.open(scheduling)
  await take(ctx, other)
  await choose(student, other)
  expect(student.path).toBe(`${scheduling}?session=${other}`)
  expect(student.alerts.join(' ')).toContain('This class is full')
  await db.update(courseSessions).set({ cutOffAt: ctx.now() }).where(eq(courseSessions.id, other))
  await student.press(goOn)
  expect(student.alerts.join(' ')).toContain('Registration for this date has closed')
  expect(await seatsOf(ctx, session)).toBe('h')
  expect(await hold(student, session)).toBe(checkout)
})

test('a form without a date is refused', async ({ ctx }) => {
  await givenSession(ctx.db)
  const student = await visitor(ctx)
  await student.open(scheduling)
  await student.press(goOn)
  expect([student.status, student.alerts.join(' ')]).toEqual([
    422,
    expect.stringContaining('Choose a date first.'),
  ])
})

test('a form holds one seat however often it is pressed, and once used it cancels no other hold', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { seats: 1 })
  const other = await givenSession(db, { seats: 1, ...later })
  const keyOf = ({ document }: Visitor) =>
    document.querySelector<HTMLInputElement>('#registration [name=key]')
  const student = await visitor(ctx)
  await student.open(scheduling)
  const used = keyOf(student)?.value ?? ''
  await choose(student, session)
  const twin = student.another()
  const cookie = `paco-order-${student.path.split('/').at(-1)}`
  twin.setCookie(cookie, student.cookie(cookie) ?? '')
  for (const one of [student, twin]) await one.open(scheduling)
  keyOf(twin)?.setAttribute('value', keyOf(student)?.value ?? '')
  await choose(student, other)
  await choose(twin, other)
  expect(student.path).toMatch(/^\/checkout\//)
  expect(twin.path).toBe(student.path)

  await student.open(scheduling)
  keyOf(student)?.setAttribute('value', used)
  await choose(student, session)
  expect([student.status, student.alerts.join(' ')]).toEqual([
    409,
    expect.stringContaining('This form was already used'),
  ])
  const states = await db.select({ state: orders.state }).from(orders).orderBy(orders.state)
  expect(states).toEqual([{ state: 'canceled' }, { state: 'held' }])
  expect([await seatsOf(ctx, session), await seatsOf(ctx, other)]).toEqual(['o', 'h'])
})

test('an order with other goods stays when another class is selected', async ({ ctx, db }) => {
  await givenDrop(db)
  const session = await givenSession(db, { seats: 2 })
  const other = await givenSession(db, { seats: 2, ...later })
  const shopper = await visitor(ctx)
  for (const isSeatFirst of [true, false]) {
    const seat = { kind: 'course_seat' as const, ref: { session, zone: shopper.shop.timeZone } }
    const unit = { kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: isSeatFirst ? 1 : 2 } }
    const lines = isSeatFirst ? [seat, unit] : [unit, seat]
    const started = await holdLines(shopper.shop, lines)
    const student = shopper.another()
    student.setCookie(`paco-order-${started.orderId}`, started.token)
    expect(await hold(student, other)).toMatch(/^\/checkout\//)
    expect((await findOrder(db, started.orderId))?.state).toBe('held')
    expect(await hold(student, session)).toBe(`/checkout/${started.orderId}`)
  }
  expect([await seatsOf(ctx, session), await seatsOf(ctx, other)]).toEqual(['hh', 'hh'])
})

test('both URLs of step two keep their filter, and forget a date that is gone', async ({ ctx }) => {
  const session = await givenSession(ctx.db)
  const student = await visitor(ctx)
  for (const path of ['/ccw-training/register', scheduling]) {
    await student.open(`${path}?course=test-course&session=${session}`)
    expect(student.part('link', 'Test Course').getAttribute('aria-current')).toBe('true')
    expect(radioOf(student, session)?.checked).toBe(true)
    expect(student.part('form', 'Selected date').textContent).toContain('The deposit is refundable until ')
    await student.follow('All courses')
    expect(student.path.split('?')[0]).toBe(path)
    expect(radioOf(student, session)?.checked).toBe(true)
  }
  await student.open(`${scheduling}?session=gone`)
  expect(student.text).toContain('Select a date, then continue.')
})

test('the operator’s calendar is shown if there is one', async ({ ctx }) => {
  await givenSession(ctx.db)
  const schedulingWidgetUrl = 'https://book.example/paco'
  const student = await visitor(ctx, { change: (shop) => ({ ...shop, schedulingWidgetUrl }) })
  await student.open(scheduling)
  expect(student.part('region', 'Scheduling calendar')).toBeTruthy()
  expect(student.headers.get('Content-Security-Policy')).toContain('https://book.example')
})

const rowsOf = ({ document }: Visitor) => [...document.querySelectorAll('li[id^="session-"]')].map(textOf)

test('every course is shown with its hours, price and registration, and every date with its seats', async ({
  ctx,
}) => {
  const student = await visitor(ctx, { sample: true })
  await student.open('/ccw-training')
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
    expect(student.text).toContain(text)
  expect(student.html.match(/href="\/course-registration\?course=/g)).toHaveLength(4)
  expect(student.text).not.toContain('Write to us with the course')
  const rows = rowsOf(student)
  expect(rows).toHaveLength(12)
  const full = rows.filter((row) => row.includes('FULL'))
  expect(full.length).toBeGreaterThan(0)
})

test('the schedule is filtered by links, and a date leads to its registration', async ({ ctx }) => {
  const student = await visitor(ctx, { sample: true })
  expect((await student.open('/courses')).path).toBe('/ccw-training')
  const courses = () => student.part('navigation', 'Course')
  await student.follow('CCW Certification', courses())
  expect(rowsOf(student)).toHaveLength(3)
  await student.follow('Advanced Tactics', courses())
  expect(student.path).toBe('/ccw-training?course=advanced-tactics#schedule')
  const rows = rowsOf(student)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain('1 of 12 seats left')
  const [register] = student.parts('link', /^Register: Advanced Tactics, /)
  await student.open(register?.getAttribute('href') ?? '')
  expect(student.heading).toBe('Choose your date')
  expect(student.parts('radio').filter((radio) => (radio as HTMLInputElement).checked)).toHaveLength(1)
  expect(textOf(student.part('form', 'Selected date'))).toMatch(
    /Advanced Tactics.*1 of 12 seats left.*Deposit now.*\$75.*The deposit is refundable until /,
  )
})

test('the registration names the next date of its course', async ({ ctx }) => {
  const student = await visitor(ctx, { sample: true })
  await student.open('/course-registration?course=advanced-tactics')
  expect(student.text).toMatch(/Next class: \w+day, \w+ \d+, .* E[SD]T\. 1 of 12 seats left\./)
  await student.follow('Basic Pistol', student.part('navigation', 'Other courses'))
  expect(student.path).toBe('/course-registration?course=basic-pistol')
})

test('a course says how many students its own classes take, and nothing while none is planned', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { seats: 2 })
  const page = async () => (await (await visitor(ctx)).open('/course-registration')).text
  expect(await page()).toContain('Limited to 2 students')
  await db.execute(sql`update course_sessions set canceled_at = now() where id = ${session}`)
  expect(await page()).not.toContain('Limited to')
})

test('an expired hold counts as an open seat', async ({ ctx, db }) => {
  await givenSession(db, { seats: 2 })
  const orderId = sql`${sessionSeats.sessionId} || ' ' || ${sessionSeats.number}`
  await db.update(sessionSeats).set({ state: 'held', orderId, heldUntil: after(ctx.now(), 1) })
  const rows = async () => rowsOf(await (await visitor(ctx)).open('/ccw-training'))
  expect(await rows()).toEqual([expect.stringContaining('ALL HELD')])
  ctx.setNow(after(ctx.now(), 2))
  expect(await rows()).toEqual([expect.stringContaining('2 of 2 seats left')])
})

test('a started class is not listed, and an empty schedule says so', async ({ ctx }) => {
  const student = await visitor(ctx, { sample: true })
  student.wait(100 * day)
  await student.open('/ccw-training')
  expect(student.text).toContain('No dates right now')
  expect(rowsOf(student)).toEqual([])
})

test('instructors are shown by name, with the courses that they teach next', async ({ ctx, db }) => {
  const student = await visitor(ctx, { sample: true })
  const [teacher] = await db
    .insert(instructors)
    .values([{ name: 'I. Sample' }, { name: 'R. Retired', state: 'retired' }])
    .returning({ id: instructors.id })
  await givenSession(db, { instructorId: teacher?.id })
  await student.open('/ccw-training')
  await student.follow('Instructors', student.part('main'))
  expect(student.path).toBe('/ccw-training/instructors')
  expect(student.text).toContain('I. Sample')
  expect(student.text).not.toContain('R. Retired')
  expect(student.part('link', 'Test Course').getAttribute('href')).toBe('/ccw-training#test-course')
})
