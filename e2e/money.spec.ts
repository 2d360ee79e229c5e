// The money desk: what was taken in a day, the tax of a month, and the file for the bookkeeper, which adds up to the ledger.
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { liabilitiesOf, takingsOf } from '#app/features/bookkeeping/rules/takings.ts'
import { liabilityWords, takingWords } from '#app/features/bookkeeping/words/desk.ts'
import type { Account } from '#app/ledger/accounts.ts'
import type { PostingKind } from '#app/ledger/postings.ts'
import { expect, test } from './fixtures.ts'
import { buyParcel } from './parcel-steps.ts'
import { fillIn, givenReservation, hold, ownDrop, payToOrder } from './reservation-steps.ts'
import { findMail, makeRefunds, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Three purchases and a refund: on a busy machine that takes its time.
test.describe.configure({ timeout: 300_000 })

test('the day’s file adds up to the ledger: a deposit, an accessory with its tax, a refund', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const deposit = await givenReservation(page)
  const refunded = await hold(page, await ownDrop(), 3)
  const email = await fillIn(page)
  await payToOrder(page)
  const goods = await buyAccessory(page)

  await signInAs(context, 'manager', { baseURL, name: 'B. Sample' })
  await page.goto(`/staff/orders/${refunded}?do=refund`)
  await page.getByLabel('Reason').fill('Changed their mind on the phone')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page).not.toHaveURL(/\?do=/)
  await makeRefunds(refunded)
  await findMail(email, /refunded/)

  // Other journeys take money in the same shop: file, page and database are compared where all three saw the same entries.
  await expect(async () => {
    const file = await downloadLedger(page)
    const [taken, owed] = [await readLedger(page, 'Takings of the day'), await readLedger(page, 'Owed now')]
    const stored = await storedEntries(file.from, file.to)
    expect(file.rows).toEqual(stored)
    expect(taken).toEqual(takingsIn(file.rows))
    expect(owed).toEqual(await storedDebts())
  }).toPass({ timeout: 120_000 })

  const { rows } = await downloadLedger(page)
  for (const entries of Map.groupBy(rows, ({ transaction }) => transaction).values())
    expect(sum(entries), `transaction ${entries[0]?.transaction}`).toBe(0)
  const of = (order: string) => takingsIn(rows.filter((row) => row.order === order))
  expect(of(deposit.orderId)).toEqual([
    ['Charges, sandbox', 10_000],
    ['Net', 10_000],
  ])
  expect(of(refunded)).toEqual([
    ['Charges, sandbox', 10_000],
    ['Refunds, sandbox', -10_000],
    ['Net', 0],
  ])
  expect(of(goods.orderId)).toEqual([
    ['Charges, sandbox', goods.totalCents],
    ['Net', goods.totalCents],
  ])
  expect(accountsOf(rows, goods.orderId)).toEqual({
    'gateway:sandbox': goods.totalCents,
    customer_unallocated: 0,
    sales: -goods.goodsCents,
    sales_tax: -goods.taxCents,
    shipping: -goods.shippingCents,
  })
  expect(goods.taxCents).toBeGreaterThan(0)
  expect(accountsOf(rows, deposit.orderId)).toMatchObject({ deposits: -10_000, customer_unallocated: 0 })
  expect(accountsOf(rows, refunded)).toMatchObject({ deposits: 0, refunds_payable: 0, 'gateway:sandbox': 0 })
})

type Row = { transaction: string; kind: PostingKind; account: Account; order: string; cents: number }

/** Buys an accessory for a place with sales tax. Gives its order and what it is made of, in cents, as the shop charged it. */
async function buyAccessory(page: Page) {
  const { orderId } = await buyParcel(page, ['Strip Loader'], {
    city: 'Miami Beach',
    state: 'FL',
    zip: '33139',
  })
  const [order] = await sqlOnShop<Record<'totalCents' | 'goodsCents' | 'taxCents' | 'shippingCents', number>>(
    `select total_cents as "totalCents", sum(unit_cents * quantity)::int as "goodsCents",
       sum(tax_cents)::int + shipping_tax_cents as "taxCents", shipping_cents as "shippingCents"
     from orders join order_lines on order_id = id where id = $1 group by id`,
    [orderId],
  )
  if (!order) throw new Error(`No order ${orderId}`)
  return { orderId, ...order }
}

/** Presses the button of the money page and reads the file that comes, of today as the page has it. */
async function downloadLedger(page: Page): Promise<{ from: string; to: string; rows: Row[] }> {
  await page.goto('/staff/money')
  const [from, to] = await Promise.all(
    ['From', 'To'].map((label) => page.getByLabel(label, { exact: true }).inputValue()),
  )
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download ledger' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(`ledger-${from}-${to}.csv`)
  const rows = parse(await readAll(await file.createReadStream()), { columns: true, bom: true })
  return {
    from: from ?? '',
    to: to ?? '',
    rows: (rows as Record<string, string>[]).map((row) => ({
      transaction: row.Transaction ?? '',
      kind: row.Kind as PostingKind,
      account: row.Account as Account,
      order: row.Order ?? '',
      cents: toCents(row.Amount ?? ''),
    })),
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** The entries of these days as the database has them. */
function storedEntries(from: string, to: string): Promise<Row[]> {
  return sqlOnShop<Row>(
    `select t.id::text as transaction, t.kind, e.account, coalesce(t.order_id, '') as "order", e.amount_cents as cents
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where (t.at at time zone 'America/New_York')::date between $1 and $2 order by e.id`,
    [from, to],
  )
}

/** What the shop owes by all of its entries, in the words of the page. */
async function storedDebts(): Promise<Amounts> {
  const balances = await sqlOnShop<{ account: Account; amountCents: number }>(
    `select account, sum(amount_cents)::int as "amountCents" from ledger_entries group by account`,
  )
  const { rows, totalCents } = liabilitiesOf(balances)
  return [
    ...rows.map(({ account, cents }): Amounts[number] => [liabilityWords[account], cents]),
    ['Owed', totalCents],
  ]
}

type Amounts = [label: string, cents: number][]

/** What came in and went out by these rows of the file, in the words of the page. */
function takingsIn(rows: readonly Row[]): Amounts {
  const inPageOrder = rows.toSorted((a, b) => a.account.localeCompare(b.account))
  const groups = Map.groupBy(inPageOrder, ({ kind, account }) => `${kind} ${account}`)
  const sums = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ kind, account }) => ({ kind, account, cents: sum(group) })),
  )
  const { rows: taken, netCents } = takingsOf(sums)
  return [...taken.map((row): Amounts[number] => [takingWords(row), row.cents]), ['Net', netCents]]
}

/** A ledger as the page shows it, row by row. */
async function readLedger(page: Page, caption: string): Promise<Amounts> {
  const rows = page.getByRole('table', { name: new RegExp(`^${caption}`) }).getByRole('row')
  const texts = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  )
  return texts.map((cells) => [cells.at(-2) ?? '', toCents(cells.at(-1) ?? '')])
}

/** What each account got from an order. */
function accountsOf(rows: readonly Row[], order: string): Partial<Record<Account, number>> {
  const own = Map.groupBy(
    rows.filter((row) => row.order === order),
    ({ account }) => account,
  )
  return Object.fromEntries([...own].map(([account, entries]) => [account, sum(entries)]))
}

/** Dollars with their cents, as a file or a page writes them, without a detour over fractions. */
const toCents = (amount: string) => Number(amount.replace('−', '-').replaceAll(/[,.]/g, ''))

const sum = (rows: readonly { cents: number }[]) => rows.reduce((all, { cents }) => all + cents, 0)
