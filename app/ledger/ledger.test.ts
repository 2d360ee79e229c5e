import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { sqlState, transact } from '#app/db/db.server.ts'
import { type TestContext, test } from '#test/db.ts'
import {
  accountBalances,
  listEntries,
  orderBalances,
  orderTotals,
  post,
  refundRounds,
} from './ledger.server.ts'
import {
  captured,
  fulfilled,
  type Posting,
  refundDone,
  refundRefused,
  refundStarted,
  unfulfilled,
} from './postings.ts'
import { ledgerTransactions } from './tables.ts'

const orderId = 'ORDER1'
const there = { gateway: 'sandbox', gatewayRef: 'T1' } as const
const charge = captured({ attemptId: 'ATTEMPT1', ...there, orderId, amountCents: 1_070 })
const order = {
  id: orderId,
  shippingCents: 0,
  shippingTaxCents: 0,
  lines: [
    {
      position: 0,
      lineCents: 1e3,
      taxCents: 70,
      paysInto: 'sales' as const,
    },
  ],
}

const write = (ctx: TestContext, ...postings: Posting[]) =>
  transact(ctx, async (work) => {
    for (const posting of postings) await post(work, posting)
  })

test('a posted transaction is read back, and is in the balances', async ({ db, ctx }) => {
  await write(ctx, charge, fulfilled(order))
  expect(await listEntries(db, charge)).toEqual(charge.entries)
  expect(await listEntries(db, { kind: 'capture', reference: 'OTHER' })).toEqual([])
  expect(await orderBalances(db, orderId)).toEqual([
    { account: 'sales', line: 0, amountCents: -1_000 },
    { account: 'sales_tax', line: 0, amountCents: -70 },
    { account: 'gateway:sandbox', line: null, amountCents: 1_070 },
  ])
  expect(await accountBalances(db)).toContainEqual({ account: 'gateway:sandbox', amountCents: 1_070 })
  expect(await orderBalances(db, 'OTHER')).toEqual([])
})

test('posting twice, also concurrently, posts once', async ({ db, ctx }) => {
  const written = await Promise.all([1, 2, 3, 4].map(() => transact(ctx, (work) => post(work, charge))))
  expect(written.filter(Boolean)).toHaveLength(1)
  expect(await listEntries(db, charge)).toEqual(charge.entries)
})

test('a posting without entries writes nothing', async ({ db, ctx }) => {
  await write(ctx, { kind: 'fulfillment', reference: 'FREE', orderId: 'FREE', entries: [] })
  expect(await db.$count(ledgerTransactions)).toBe(0)
})

describe('the database refuses', () => {
  for (const statement of [
    'update ledger_entries set amount_cents = 1',
    "update ledger_transactions set reference = 'another'",
    'delete from ledger_entries',
    'delete from ledger_transactions',
    'truncate ledger_entries',
    'truncate ledger_transactions cascade',
  ])
    test(statement, async ({ db, ctx }) => {
      await write(ctx, charge)
      await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('The ledger only grows') },
      })
      expect(await listEntries(db, charge)).toEqual(charge.entries)
    })

  const [first, second] = charge.entries
  const uneven = { account: 'sales', line: null, amountCents: 1 } as const
  for (const [what, entries] of [
    ['one side alone', first ? [first] : []],
    ['sides that do not add up', [...charge.entries, uneven]],
    [
      'an account that nobody knows',
      [{ ...uneven, account: 'petty_cash' as never }, ...(second ? [second] : [])],
    ],
  ] as const)
    test(what, async ({ db, ctx }) => {
      const writing = write(ctx, { ...charge, entries: [...entries] })
      await expect(writing).rejects.toSatisfy((error) => sqlState(error) === '23514')
      expect(await db.$count(ledgerTransactions)).toBe(0)
    })

  test('a transaction without entries, and an entry added to an old one', async ({ db, ctx }) => {
    const insert = `insert into ledger_transactions (at, kind, reference) values (now(), 'capture', 'EMPTY')`
    await expect(db.execute(sql.raw(insert))).rejects.toMatchObject({ cause: { code: '23514' } })
    await write(ctx, charge)
    const add = `insert into ledger_entries (transaction_id, account, amount_cents) select id, 'sales', 5 from ledger_transactions`
    await expect(db.execute(sql.raw(add))).rejects.toMatchObject({ cause: { code: '23514' } })
  })
})

test('the totals of an order are its payments and completed refunds', async ({ db, ctx }) => {
  const paid = fulfilled(order)
  const parts = [{ line: 0, amountCents: 535 }]
  const waiting = refundStarted({ refundId: 'R1', orderId }, parts, paid.entries)
  await write(ctx, charge, paid, waiting)
  const totals = async () => (await db.execute(orderTotals)).rows
  const of = (refunded: number) => [
    { order_id: orderId, line: 0, paid_cents: 1_070, refunded_cents: refunded },
  ]
  expect(await totals(), 'a refund that waits has given nothing back').toEqual(of(0))
  await write(ctx, refundDone({ refundId: 'R1', ...there, orderId, amountCents: 535 }))
  expect(await totals()).toEqual(of(535))

  const held = await orderBalances(db, orderId)
  const refused = refundStarted({ refundId: 'R2', orderId }, parts, held)
  await write(ctx, refused, refundRefused({ refundId: 'R2', orderId }, refused.entries))
  expect(await totals(), 'a refused one has not either').toEqual(of(535))
  expect(await refundRounds(db, { refundId: 'R2', orderId })).toEqual({ rounds: 1, isOpen: false })

  const again = refundStarted({ refundId: 'R2', orderId, round: 2 }, parts, await orderBalances(db, orderId))
  await write(ctx, again)
  expect(await refundRounds(db, { refundId: 'R2', orderId })).toEqual({ rounds: 2, isOpen: true })
  await write(ctx, refundDone({ refundId: 'R2', orderId, ...there, amountCents: 535 }))
  expect(await totals(), 'one that was begun again counts once').toEqual(of(1_070))
})

test('an order charged without stock is owed to its customer, and counts as paid', async ({ db, ctx }) => {
  await write(ctx, charge, unfulfilled(order))
  expect(await orderBalances(db, orderId)).toContainEqual({
    account: 'deposits',
    line: 0,
    amountCents: -1_070,
  })
  const { rows } = await db.execute(orderTotals)
  expect(rows).toEqual([{ order_id: orderId, line: 0, paid_cents: 1_070, refunded_cents: 0 }])
})
