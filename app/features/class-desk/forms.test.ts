// What the desk's forms say when they come back, without script: words beside the field, and everything that was typed.
import { expect } from 'vitest'
import { courseSessions } from '#app/features/courses/tables.ts'
import { sentMails } from '#app/mail/tables.ts'
import { after, hour } from '#app/kit/clock.ts'
import { givenInstructor, startsAt } from '#test/class-desk.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

async function givenDesk(ctx: TestContext) {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'manager')
  const session = await givenSession(ctx.db, { startsAt })
  const send = async (path: string, typed: Record<string, string>) => {
    const form = { key: 'k'.repeat(16), ...typed }
    const answer = await ask(`/staff/classes/${path}`, { form, headers: { Cookie: cookie } })
    const html = await answer.text()
    return { status: answer.status, html, to: answer.headers.get('Location'), field: fieldIn(html) }
  }
  return { session, send }
}

/** What a field shows: its value, and its error. */
const fieldIn = (html: string) => (name: string) => {
  const [input = ''] = new RegExp(`<(input|select)[^>]* name="${name}"[^>]*>`).exec(html) ?? []
  const id = / aria-describedby="([^" ]+-error)/.exec(input)?.[1]
  const error = new RegExp(`id="${id}">.*?<span>([^<]*)`).exec(html)?.[1]
  return { value: / value="([^"]*)"/.exec(input)?.[1], error: id && error }
}

const date = { day: '2026-12-05', time: '09:00', place: '', instructor: '', capacity: '12', closes: '24' }

test('a refused date names the field, and keeps the form', async ({ ctx }) => {
  const { session, send } = await givenDesk(ctx)
  await bookSeat(ctx, session)
  const path = `${session}/edit`
  const past = await send('new', { ...date, course: 'test-course', weeks: '1', day: '2025-01-04' })
  expect(past.status).toBe(409)
  expect(past.field('day')).toEqual({ value: '2025-01-04', error: 'Choose a time that has not passed.' })
  const instructor = await givenInstructor(ctx)
  const none = await send(path, { ...date, revision: '1', place: instructor })
  expect(none.html).toContain('This place is gone. Choose another one.')
})

test('a mail that was read for one move does not go out for another', async ({ ctx, db }) => {
  const { session, send } = await givenDesk(ctx)
  await bookSeat(ctx, session)
  const path = `${session}/edit`
  const form = { ...date, revision: '1', time: '10:30' }
  const shown = await send(path, form)
  const [button = ''] = /<button[^>]* name="confirm"[^>]*>/.exec(shown.html) ?? []
  const confirm = / value="([^"]*)"/.exec(button)?.[1] ?? ''
  expect(shown.html).toContain('This is a move')
  const other = await send(path, { ...form, time: '11:30', confirm })
  expect([other.status, other.html.includes('This is a move')]).toEqual([200, true])
  expect((await db.select().from(courseSessions))[0]?.startsAt).toEqual(startsAt)
  expect(await db.select().from(sentMails)).toEqual([])
  expect(await send(path, { ...form, confirm })).toMatchObject({ status: 303 })
  expect((await db.select().from(courseSessions))[0]?.startsAt).toEqual(after(startsAt, 1.5 * hour))
})

test('a day that was mistyped cancels nothing and stays to be corrected', async ({ ctx, db }) => {
  const { session, send } = await givenDesk(ctx)
  const path = `${session}/cancellation`
  const wrong = await send(path, { day: '2026-12-06' })
  expect(wrong.status).toBe(422)
  expect(wrong.field('day')).toEqual({ value: '2026-12-06', error: 'That is not the day of this class.' })
  expect((await db.select().from(courseSessions))[0]?.canceledAt).toBeNull()
  expect(await send(path, { day: '2026-12-05' })).toMatchObject({ status: 303 })
})

test('a price that is refused stays in its form', async ({ ctx }) => {
  const { send } = await givenDesk(ctx)
  const typed = { what: 'price', price: '50', deposit: '75', from: '2027-01-02' }
  const refused = await send('courses/test-course', typed)
  expect(refused.status).toBe(409)
  expect(refused.field('price')).toEqual({ value: '50', error: 'The price is at least the deposit.' })
  expect([refused.field('deposit').value, refused.field('from').value]).toEqual(['75', '2027-01-02'])
})

test('a walk-in that is refused keeps how it was paid and that the ID was seen', async ({ ctx }) => {
  const { session, send } = await givenDesk(ctx)
  const typed = {
    key: 'k'.repeat(16),
    amount: '15000',
    method: 'check',
    reference: 'No. 7',
    age: 'yes',
    name: '',
    email: '',
    phone: '',
  }
  const { status, html, field } = await send(`${session}/walk-in`, typed)
  expect(status).toBe(422)
  expect(field('reference').value).toBe('No. 7')
  expect(html).toMatch(/<option value="check" selected=""/)
  expect(html).toMatch(/<input[^>]*name="age"[^>]*checked=""|<input[^>]*checked=""[^>]*name="age"/)
})

test('licenses that cannot be read are named once', async ({ ctx }) => {
  const { send } = await givenDesk(ctx)
  const { html } = await send('instructors', { name: 'I. Sample', licenses: 'A; 1; 2027-02-30\nnonsense' })
  expect(html.match(/<span>Write name; number; last day/g)).toHaveLength(1)
  expect(html).toContain('“A; 1; 2027-02-30”, “nonsense”')
})

test('a roster links to orders only for members who may open them', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const instructorId = await givenInstructor(ctx, { email: 'instructor@example.com' })
  const session = await givenSession(ctx.db, { startsAt, instructorId })
  const { orderId } = await bookSeat(ctx, session)
  for (const [role, leads] of [
    ['instructor', false],
    ['desk', true],
  ] as const) {
    const { cookie } = await givenStaff(ctx, role)
    const html = await (await ask(`/staff/classes/${session}`, { headers: { Cookie: cookie } })).text()
    expect([role, html.includes(`>${orderId}<`)]).toEqual([role, true])
    expect([role, html.includes(`href="/staff/orders/${orderId}"`)]).toEqual([role, leads])
  }
})
