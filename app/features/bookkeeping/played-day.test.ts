import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { refundOrder, recordPayout } from '#app/features/refunds/flows.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { accountBalances } from '#app/ledger/ledger.server.ts'
import { due, givenAgreed, refundIdOf } from '#test/world.ts'
import { shopZone } from '#test/moment.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { liabilityAccounts } from './rules.ts'
import { findMoneyDay, findMonthTax } from './store.server.ts'

type Row = { Date: string; Transaction: string; Kind: string; Account: string; Order: string; Amount: string }

async function fileOf(ctx: TestContext, day: string) {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'manager')
  const answer = await ask(`/staff/money/ledger.csv?from=${day}&to=${day}`, { headers: { Cookie: cookie } })
  expect(answer.status).toBe(200)
  const rows: Row[] = parse(await answer.text(), { columns: true, bom: true })
  return rows.map((row) => ({ ...row, cents: Math.round(Number(row.Amount) * 100) }))
}

type File = Awaited<ReturnType<typeof fileOf>>

const sumOf = (rows: File) => rows.reduce((sum, { cents }) => sum + cents, 0)

function sumsBy(file: File, column: 'Account' | 'Transaction'): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [word, rows] of Map.groupBy(file, (row) => row[column])) {
    const cents = sumOf(rows)
    if (cents !== 0) sums[word] = cents
  }
  return sums
}

async function givenDay(ctx: TestContext) {
  const agreed = await givenAgreed(ctx)
  const { paymentCtx, orderId, scripted } = agreed
  const pass = () => ctx.setNow(after(ctx.now(), hour / 2))
  const refund = (id: string, what: Parameters<typeof refundOrder>[3], terms = {}) =>
    refundOrder(paymentCtx, ordersOnSale, id, what, { terms })
  await agreed.ask()
  expect(await agreed.pay()).toMatchObject({ isPaid: true })
  const balanceId = (await agreed.balance())?.orderId ?? ''
  pass()
  refundIdOf(await refund(orderId, { position: 1, amountCents: 1_234 }))
  pass()
  // The card network no longer takes this one: a person pays it.
  scripted.next('too_late')
  const late = refundIdOf(await refund(orderId, { position: 1, amountCents: 500 }))
  scripted.next('refunded')
  pass()
  const paid = await recordPayout(
    paymentCtx,
    ordersOnSale,
    { orderId, id: late },
    {
      method: 'check',
      reference: '1042',
    },
  )
  expect(paid).toMatchObject({ ok: true })
  pass()
  return { ...agreed, balanceId, day: formatIsoDay(ctx.now(), shopZone) }
}

test('the file of a day adds up to the ledger, account by account and posting by posting', {
  timeout: 90_000,
}, async ({ ctx }) => {
  const { day, orderId, balanceId } = await givenDay(ctx)
  const file = await fileOf(ctx, day)
  expect(new Set(file.map(({ Date: on }) => on))).toEqual(new Set([day]))
  expect(sumOf(file)).toBe(0)
  expect(sumsBy(file, 'Transaction')).toEqual({})
  const ledger = await accountBalances(ctx.db)
  const expected = ledger.filter(({ amountCents }) => amountCents !== 0)
  expect(sumsBy(file, 'Account')).toEqual(
    Object.fromEntries(expected.map(({ account, amountCents }) => [account, amountCents])),
  )
  // By hand: what the day took and gave back.
  const first = 10_000 + 3_998 + 280 + 995 + 70
  expect(sumsBy(file, 'Account')).toMatchObject({
    'gateway:sandbox': first + due.totalCents - 1_234,
    paid_outside: -500,
    deposits: -10_000,
    balances: -due.amountCents,
  })
  expect(new Set(file.map(({ Order: id }) => id))).toEqual(new Set([orderId, balanceId]))
  expect(new Set(file.map(({ Kind: kind }) => kind))).toEqual(
    new Set(['capture', 'fulfillment', 'refund_started', 'refund_done', 'refund_paid_outside']),
  )
})

test('the page of the day and the tax of its month say what the file says', { timeout: 90_000 }, async ({
  ctx,
}) => {
  const { day } = await givenDay(ctx)
  const sums = sumsBy(await fileOf(ctx, day), 'Account')
  const { takings, liabilities } = await findMoneyDay(ctx.db, day, shopZone)
  expect(takings.netCents).toBe((sums['gateway:sandbox'] ?? 0) + (sums['paid_outside'] ?? 0))
  expect(Object.fromEntries(liabilities.rows.map(({ account, cents }) => [account, cents]))).toEqual(
    Object.fromEntries(liabilityAccounts.map((account) => [account, 0 - (sums[account] ?? 0)])),
  )
  const tax = await findMonthTax(ctx.db, day.slice(0, 7), shopZone)
  expect(tax.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(0 - (sums['sales_tax'] ?? 0))
  expect(tax).toMatchObject([{ state: 'FL', county: 'Miami-Dade' }])
})
