import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { givenSession } from '#test/courses.ts'
import { test } from '#test/db.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'
import { sessionSeats, instructors } from './tables.ts'

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

test('instructors are shown by name and role', async ({ ctx, db }) => {
  const student = await visitor(ctx, { sample: true })
  await db.insert(instructors).values([{ name: 'I. Sample' }, { name: 'R. Retired', retiredAt: ctx.now() }])
  await student.open('/ccw-training')
  await student.follow('Instructors', student.part('main'))
  expect(student.path).toBe('/ccw-training/instructors')
  expect(student.text).toContain('I. Sample')
  expect(student.text).not.toContain('R. Retired')
  expect(student.part('heading', 'Lead instructor, pistol')).toBeTruthy()
  expect(student.part('heading', 'Range safety officer')).toBeTruthy()
  expect(student.html.match(/href="\/ccw-training#/g)).toHaveLength(9)
})
