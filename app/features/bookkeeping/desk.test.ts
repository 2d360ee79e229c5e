import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { addDays, formatIsoDay } from '#app/kit/dates.ts'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/db.server.ts'
import { orderEvents, orders } from '#app/features/orders/tables.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { sandboxCharges } from '#app/gateway/tables.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { post, sumPeriod } from '#app/ledger/ledger.server.ts'
import { unknownCharge } from '#app/ledger/postings.ts'
import { givenAgreed, givenPaid } from '#test/world.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { compareWithGateway, listOpenDifferences } from './differences.server.ts'
import { daysOfMonth, periodOf } from './rules.ts'
import { findMoneyDay, readEntries, findMonthTax } from './store.server.ts'

const zone = 'America/New_York'
const today = (ctx: TestContext) => formatIsoDay(ctx.now(), zone)
const monthOf = (ctx: TestContext) => today(ctx).slice(0, 7)

async function givenDays(ctx: TestContext) {
  const paid = await givenPaid(ctx)
  const first = today(ctx)
  paid.pass(day)
  await paid.give({ position: 1, amountCents: 1_234 })
  paid.pass(day)
  await paid.give('all')
  return { ...paid, first, last: today(ctx) }
}

async function exported(ctx: TestContext, from: string, to: string, batchSize?: number) {
  const rows: { day: string; account: string; kind: string; amountCents: number }[] = []
  for await (const { day: on, entries } of readEntries(ctx.db, { from, to }, zone, batchSize))
    rows.push(...entries.map((entry) => ({ ...entry, day: on })))
  return rows
}

test('what the shop owes is what the ledger owes', async ({ ctx }) => {
  await givenPaid(ctx)
  const { liabilities } = await findMoneyDay(ctx.db, today(ctx), zone)
  expect(liabilities.rows.filter(({ cents }) => cents !== 0)).toEqual([
    { account: 'deposits', cents: 10_000 },
    { account: 'sales_tax', cents: 350 },
  ])
  expect(liabilities.totalCents).toBe(10_350)
})

test('a moment before midnight in the shop’s zone is of the day before', async ({ ctx }) => {
  const midnight = periodOf({ from: '2026-11-22', to: '2026-11-22' }, zone)
  for (const [at, amountCents] of [
    [after(midnight.from, -1), 1],
    [midnight.from, 20],
    [after(midnight.to, -1), 300],
    [midnight.to, 4_000],
  ] as const)
    await transact({ ...ctx, now: () => at }, (work) =>
      post(work, unknownCharge({ reference: `ch ${amountCents}`, gateway: 'sandbox', amountCents })),
    )
  const net = async (on: string) => (await findMoneyDay(ctx.db, on, zone)).takings.netCents
  expect([await net('2026-11-21'), await net('2026-11-22'), await net('2026-11-23')]).toEqual([1, 320, 4_000])
  const rows = await exported(ctx, '2026-11-21', '2026-11-23')
  expect(rows.filter(({ amountCents }) => amountCents > 0).map((row) => [row.day, row.amountCents])).toEqual([
    ['2026-11-21', 1],
    ['2026-11-22', 20],
    ['2026-11-22', 300],
    ['2026-11-23', 4_000],
  ])
})

test('a day of more entries than are read at once is whole', async ({ ctx }) => {
  await givenPaid(ctx)
  const all = await exported(ctx, today(ctx), today(ctx))
  expect(all.length).toBeGreaterThan(5)
  expect(await exported(ctx, today(ctx), today(ctx), 2)).toEqual(all)
  expect(await exported(ctx, today(ctx), today(ctx), all.length)).toEqual(all)
})

async function ledgerTax(ctx: TestContext, month: string) {
  const sums = await sumPeriod(ctx.db, periodOf(daysOfMonth(month), zone))
  return -sums.filter(({ account }) => account === 'sales_tax').reduce((sum, { cents }) => sum + cents, 0)
}

const taxOf = (rows: readonly { taxCents: number }[]) => rows.reduce((sum, { taxCents }) => sum + taxCents, 0)

test('sales tax is by county, less what went back, and what the ledger moved', async ({ ctx }) => {
  const { give } = await givenPaid(ctx)
  const month = monthOf(ctx)
  const [row] = await findMonthTax(ctx.db, month, zone)
  expect(row).toEqual({ state: 'FL', county: 'Miami-Dade', goodsCents: 3_998 + 995, taxCents: 350 })
  await give({ position: 1, amountCents: 2_139 })
  const rows = await findMonthTax(ctx.db, month, zone)
  expect(rows).toEqual([
    { state: 'FL', county: 'Miami-Dade', goodsCents: 3_998 + 995 - 1_999, taxCents: 350 - 140 },
  ])
  expect(taxOf(rows)).toBe(await ledgerTax(ctx, month))
  expect(await findMonthTax(ctx.db, '2026-01', zone)).toEqual([])
  await give('all')
  expect(taxOf(await findMonthTax(ctx.db, month, zone))).toBe(0)
})

test('tax of an order without a place on record is still counted', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  await ctx.db.update(orders).set({ shipState: null, shipCounty: null }).where(eq(orders.id, orderId))
  expect(await findMonthTax(ctx.db, monthOf(ctx), zone)).toMatchObject([
    { state: '', county: '', taxCents: 350 },
  ])
})

test('of a balance the whole price is taxed, where the firearm is handed over', async ({ ctx }) => {
  const { ask, pay, balanceOrder, paymentCtx } = await givenAgreed(ctx)
  await ask()
  expect((await findMoneyDay(ctx.db, today(ctx), zone)).due).toEqual({ count: 1, cents: 257_393 })
  await pay()
  const month = monthOf(ctx)
  expect(await findMonthTax(ctx.db, month, zone)).toEqual([
    { state: 'FL', county: 'Miami-Dade', goodsCents: 249_900 + 4_993, taxCents: 17_493 + 350 },
  ])
  const { due, liabilities } = await findMoneyDay(ctx.db, today(ctx), zone)
  expect(due).toEqual({ count: 0, cents: 0 })
  expect(liabilities.rows.map(({ cents }) => cents)).toEqual([10_000, 239_900, 0, 0, 17_493 + 350])
  const paid = await balanceOrder()
  await refundOrder(paymentCtx, ordersOnSale, paid?.id ?? '', 'all')
  expect(taxOf(await findMonthTax(ctx.db, month, zone))).toBe(await ledgerTax(ctx, month))
})

test('the file is a private attachment for members who may read money, and is audited', {
  timeout: 90_000,
}, async ({ ctx }) => {
  const { first, last } = await givenDays(ctx)
  const { ask } = await givenSite(ctx)
  const as = async (role: 'desk' | 'bench') => ({ headers: { Cookie: (await givenStaff(ctx, role)).cookie } })
  const desk = await as('desk')
  const path = `/staff/money/ledger.csv?from=${first}&to=${last}`
  const answer = await ask(path, desk)
  expect(answer.headers.get('Cache-Control')).toContain('no-store')
  expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="ledger-${first}-${last}.csv"`)
  const rows: Record<string, string>[] = parse(await answer.text(), { bom: true, columns: true })
  expect(rows).toHaveLength((await exported(ctx, first, last)).length)
  const deposits = rows
    .filter(({ Account }) => Account === 'deposits')
    .map(({ Amount, Line }) => [Amount, Line])
  expect(deposits).toEqual([
    ['-100.00', '1'],
    ['100.00', '1'],
  ])
  expect(await listAuditEntries(ctx.db, 1)).toMatchObject([
    { verb: 'export-ledger', data: { from: first, to: last } },
  ])
  expect((await ask('/staff/money/ledger.csv?from=x', desk)).status).toBe(400)
  const bench = await as('bench')
  for (const refused of [path, '/staff/money', '/staff/money/tax'])
    expect([refused, (await ask(refused, bench)).status]).toEqual([refused, 403])
})

test('the pages show a day and a month, whatever the address says', { timeout: 90_000 }, async ({ ctx }) => {
  await givenPaid(ctx)
  const first = today(ctx)
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'desk')
  const page = async (path: string) => (await ask(path, { headers: { Cookie: cookie } })).text()
  const html = await page(`/staff/money?day=${first}`)
  expect(html).toMatch(/Charges, sandbox.*153\.43/s)
  expect(html).toContain(`day=${addDays(first, -1)}`)
  expect(await page(`/staff/money?day=${addDays(first, -1)}`)).toMatch(
    new RegExp(`day=${first}"[^>]*>Next day`),
  )
  expect(await page('/staff/money?day=x')).not.toContain('Next day')
  expect(await page(`/staff/money/tax?month=${first.slice(0, 7)}`)).toContain('Sales tax by county')
  expect(await page('/staff/money/tax?month=2026-01')).toContain('No order has sales tax in this month')
})

test('a difference is accepted once, as it was shown, with the right to move money and a recent sign-in', {
  timeout: 90_000,
}, async ({ ctx }) => {
  const paid = await givenPaid(ctx)
  const [charge] = await ctx.db.select().from(sandboxCharges)
  await ctx.db.update(sandboxCharges).set({ amountCents: (charge?.amountCents ?? 0) + 500 })
  ctx.setNow(after(ctx.now(), 2 * hour))
  await compareWithGateway(paid.paymentCtx, ordersOnSale)
  const [open] = await listOpenDifferences(ctx.db)
  if (!open) throw new Error('There is no difference')
  const { ask } = await givenSite(ctx)
  const cookies = {
    desk: (await givenStaff(ctx, 'desk')).cookie,
    manager: (await givenStaff(ctx, 'manager')).cookie,
  }
  const press = (role: keyof typeof cookies, more: object = {}) =>
    ask('/staff/money?day=2026-11-22', {
      headers: { Cookie: cookies[role] },
      form: {
        difference: String(open.id),
        gatewayCents: String(open.gatewayCents),
        ledgerCents: String(open.ledgerCents),
        ...more,
      },
    })
  expect((await press('desk')).status).toBe(403)
  expect((await press('manager', { gatewayCents: '1' })).status).toBe(409)
  expect((await press('manager', { ledgerCents: '1' })).status).toBe(409)
  expect((await press('manager', { difference: 'x' })).status).toBe(422)
  ctx.setNow(after(ctx.now(), 15 * minute))
  expect((await press('manager')).headers.get('Location')).toMatch(/^\/staff\/again\?form=/)
  expect(await listOpenDifferences(ctx.db)).toHaveLength(1)
  cookies.manager = (await givenStaff(ctx, 'manager', { email: 'again@example.com' })).cookie
  expect((await press('manager')).headers.get('Location')).toBe(
    '/staff/money?day=2026-11-22&accepted=write_off',
  )
  expect((await press('manager')).status).toBe(409)
  expect(await listOpenDifferences(ctx.db)).toEqual([])
  expect(await listAuditEntries(ctx.db, 1)).toMatchObject([
    {
      verb: 'accept-gateway-difference',
      actor: 'M. Sample <again@example.com>',
      data: { recordedAs: 'write_off' },
    },
  ])
  const events = await ctx.db.select().from(orderEvents).where(eq(orderEvents.kind, 'gateway_difference'))
  expect(events).toMatchObject([{ data: { by: 'M. Sample' } }])
})
