import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { buyParcel, reserve } from '#test/buyer-steps.ts'
import { textOf, visitor, type Visitor } from '#test/visitor.ts'

test('the day’s page and file add up to the ledger: a deposit, an accessory with its tax, a refund', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const deposit = await reserve(buyer, 'guerrilla-vol-1', 7)
  const refunded = await reserve(buyer.another(), 'guerrilla-vol-1', 14)
  const goods = await buyParcel(buyer.another(), ['Strip Loader'], {
    city: 'Miami Beach',
    state: 'FL',
    zip: '33139',
  })
  const staff = buyer.another()
  await staff.signIn('manager', { name: 'B. Sample' })
  await staff.open(`/staff/orders/${refunded.orderId}?do=refund`)
  staff.fill({ Reason: 'Changed their mind on the phone' })
  await staff.press('Refund')
  staff.wait(minute)
  await staff.run('reconcile-refunds')
  await staff.mail(refunded.email, /refunded/)

  await staff.open('/staff/money')
  const page = [...rowsOf(staff, 'Takings of the day'), ...rowsOf(staff, 'Owed now')]
  await staff.press('Download ledger')
  expect(staff.headers.get('Content-Disposition')).toContain('filename="ledger-2026-11-20-2026-11-20.csv"')
  const rows: Row[] = parse(staff.html, { columns: true, bom: true })

  const { rows: stored } = await ctx.db.execute(sql`
    select t.id::text, t.kind, e.account, coalesce(t.order_id, '') as order, e.amount_cents as cents
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id order by e.id`)
  expect(
    rows.map(({ Transaction: id, Kind: kind, Account: account, Order: order, Amount }) => ({
      id,
      kind,
      account,
      order,
      cents: toCents(Amount),
    })),
  ).toEqual(stored)
  for (const [id, entries] of Map.groupBy(rows, (row) => row.Transaction))
    expect([id, sumOf(entries)]).toEqual([id, 0])

  // By hand: what each order was, account by account. Shipping of $9.95 is taxed with its goods of $29.99 by 7%.
  expect(accountsOf(rows, deposit.orderId)).toEqual({
    'gateway:sandbox': 10_000,
    customer_unallocated: 0,
    deposits: -10_000,
  })
  expect(accountsOf(rows, refunded.orderId)).toEqual({
    'gateway:sandbox': 0,
    customer_unallocated: 0,
    deposits: 0,
    refunds_payable: 0,
  })
  expect(accountsOf(rows, goods.orderId)).toEqual({
    'gateway:sandbox': 4_274,
    customer_unallocated: 0,
    sales: -2_999,
    sales_tax: -280,
    shipping: -995,
  })
  expect(page).toEqual([
    ['Charges, sandbox', '242.74'],
    ['Refunds, sandbox', '−100.00'],
    ['Net', '142.74'],
    ['Deposits held', '100.00'],
    ['Balances held', '0.00'],
    ['Customer money not allocated', '0.00'],
    ['Refunds payable', '0.00'],
    ['Sales tax owed', '2.80'],
    ['Owed', '102.80'],
  ])
})

type Row = { Transaction: string; Kind: string; Account: string; Order: string; Amount: string }

const rowsOf = (staff: Visitor, caption: string) =>
  staff
    .parts('row', undefined, staff.part('table', new RegExp(`^${caption}`)))
    .map((row) => [...row.querySelectorAll('td')].map(textOf).slice(-2))

function accountsOf(rows: readonly Row[], order: string): Record<string, number> {
  const own = Map.groupBy(
    rows.filter((row) => row.Order === order),
    (row) => row.Account,
  )
  return Object.fromEntries([...own].map(([account, entries]) => [account, sumOf(entries)]))
}

const toCents = (amount: string) => Number(amount.replaceAll(/[,.]/g, ''))

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { Amount }) => sum + toCents(Amount), 0)
