import { eq } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { unquoteFormula } from '#app/kit/csv.ts'
import { startsAt, bookSeat, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

const names = ['Núñez, José "Pepe"', 'Two\nLines', '=1+1', '+1 305', '-Dash', '@sum']

async function givenClass(ctx: TestContext) {
  const session = await givenSession(ctx.db, { startsAt })
  for (const buyerName of names) {
    const { orderId } = await bookSeat(ctx, session)
    await ctx.db.update(orders).set({ buyerName }).where(eq(orders.id, orderId))
  }
  const { ask } = await givenSite(ctx)
  const file = (Cookie: string, of = session) =>
    ask(`/staff/classes/${of}/roster.csv`, { headers: { Cookie } })
  const { cookie } = await givenStaff(ctx, 'desk')
  return { session, file, cookie }
}

test('a roster is downloaded under its course and day, stored by nobody, and recorded', async ({ ctx }) => {
  const { session, file, cookie } = await givenClass(ctx)
  const { status, headers } = await file(cookie)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="roster-test-course-2026-12-05.csv"')
  expect(headers.get('Cache-Control')).toContain('no-store')
  const [entry] = await listAuditEntries(ctx.db)
  expect(entry).toMatchObject({ verb: 'roster-csv', subject: session, data: { rows: names.length } })
})

test('names come back from the file as they are, and a spreadsheet runs none of them', async ({ ctx }) => {
  const { file, cookie } = await givenClass(ctx)
  const content = await (await file(cookie)).text()
  const [head, ...rows]: string[][] = parse(content, { bom: true })
  const cells = rows.map(([, name = '']) => name)
  expect(head?.slice(0, 3)).toEqual(['Seat', 'Name', 'Phone'])
  expect(cells.map(unquoteFormula)).toEqual(names)
  expect(cells.filter((cell) => /^[=+@-]/.test(cell))).toEqual([])
})

test('a roster opens for no role without the classes, and for nobody who is not signed in', async ({
  ctx,
}) => {
  const { file } = await givenClass(ctx)
  for (const role of ['bench', 'instructor'] as const)
    expect((await file((await givenStaff(ctx, role)).cookie)).status).toBe(403)
  expect((await file('')).status).toBe(303)
  expect(await listAuditEntries(ctx.db)).toEqual([])
})

test('there is no roster of an unknown class', async ({ ctx }) => {
  const { file, cookie } = await givenClass(ctx)
  expect((await file(cookie, 'f'.repeat(8))).status).toBe(404)
})
