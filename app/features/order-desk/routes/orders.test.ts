import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenManyOrders } from '#bench/lib/many.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

async function givenDesk(ctx: TestContext, orders = 120) {
  await givenManyOrders(ctx.db, orders, ctx.now())
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'desk')
  const as = (own: string) => (path: string, form?: Record<string, string>) =>
    ask(path, { headers: { Cookie: own }, ...(form && { form }) })
  return { as, desk: as(cookie), page: async (path: string) => (await as(cookie)(path)).text() }
}

test('the list is shown, narrowed by its address, and goes on page by page', async ({ ctx }) => {
  const { page } = await givenDesk(ctx)
  const first = await page('/staff/orders')
  expect(first.match(/<tr data-row/g)).toHaveLength(50)
  expect(first).toContain('120 orders')
  const [, next = ''] = /href="(\/staff\/orders\?after=[^"]+)"/.exec(first) ?? []
  const second = await page(next.replaceAll('&amp;', '&'))
  const ids = (html: string) => [...html.matchAll(/aria-label="Select (M\w+)"/g)].map(([, id]) => id)
  expect(new Set([...ids(first), ...ids(second)]).size).toBe(100)
  expect(second).toContain('First page')
  const narrowed = await page('/staff/orders?stage=review')
  expect(narrowed.match(/<tr data-row/g)).toHaveLength(1)
  expect(narrowed).toMatch(/<option value="review" selected="">/)
  expect(narrowed).toMatch(/>Review</)
})

test('a list without rows says what would be here, and how to see more', async ({ ctx }) => {
  const { page } = await givenDesk(ctx, 4)
  expect(await page('/staff/orders?q=nobody')).toMatch(/No order matches these filters.*Show all orders/s)
  await ctx.db.execute(sql`delete from parcels_due`)
  await ctx.db.execute(sql`delete from order_lines`)
  await ctx.db.execute(sql`delete from orders`)
  expect(await page('/staff/orders')).toContain('There are no orders yet')
})

test('the list is shown whatever the address says', async ({ ctx }) => {
  const { desk } = await givenDesk(ctx, 4)
  for (const query of ['after=', 'after=x~y', 'after=2026~M1', 'after=99999999999~A', 'after=2026-13-45~A'])
    expect([query, (await desk(`/staff/orders?${query}`)).status]).toEqual([query, 200])
})

test('the file has every order of the query, whatever a buyer is called, and is in the audit log', async ({
  ctx,
  db,
}) => {
  const { desk } = await givenDesk(ctx, 1_100)
  await db.execute(
    sql`update orders set buyer_name = '=HYPERLINK("http://x.example")' where id = 'M000000001'`,
  )
  const answer = await desk('/staff/orders.csv')
  const rows = (await answer.text()).trimEnd().split('\r\n')
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="orders-2026-11-20.csv"/)
  expect(rows).toHaveLength(1_101)
  expect(rows[1]).toContain(`"'=HYPERLINK(""http://x.example"")"`)
  const some = await (await desk('/staff/orders.csv?row=M000000002&row=M000000003&q=x')).text()
  expect(some.trimEnd().split('\r\n')).toHaveLength(3)
  const [latest] = await listAuditEntries(db)
  expect(latest).toMatchObject({ verb: 'export-orders', data: { query: 'q=%E2%80%A6', selected: 2 } })
})

test('an instructor sees no orders', async ({ ctx }) => {
  const { as } = await givenDesk(ctx, 4)
  const instructor = as((await givenStaff(ctx, 'instructor')).cookie)
  for (const path of ['/staff/orders', '/staff/orders.csv'])
    expect([path, (await instructor(path)).status]).toEqual([path, 403])
})
