import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { givenManyOrders } from '#bench/lib/many.ts'
import { test } from '#test/db.ts'
import type { Reason } from '#app/features/compliance/rules.ts'
import { type Decided, reasonKey, reviewStateOf } from './review.ts'
import { listOpenReviews } from './store/review.server.ts'
import { countOrders, findOrderPage, type OrderFilter } from './store/order-list.server.ts'

test('a list narrows by every field', async ({ db, ctx }) => {
  await givenManyOrders(db, 400, ctx.now())
  const count = async (filter: OrderFilter) => (await countOrders(db, [{ filter }]))[0] ?? 0
  expect(await count({})).toBe(400)
  const counted = {
    stage: await count({ stage: ['agreed'] }),
    both: await count({ stage: ['review', 'reserved'] }),
    state: await count({ buyerState: ['HI', 'MD'] }),
    payment: await count({ state: ['expired'] }),
    goods: await count({ kind: ['accessory'] }),
    dealers: await count({ dealer: ['declined', 'accepted'] }),
  }
  for (const [name, found] of Object.entries(counted))
    expect({ name, found: found > 0 && found < 400 }).toEqual({ name, found: true })
  expect((await count({ dealer: ['none'] })) + (await count({ dealer: ['chosen'] }))).toBe(400)
  expect(await count({ stage: ['review'] })).toBe(4)
  expect(await count({ stage: ['reserved'] })).toBeLessThanOrEqual(counted.both)
  expect(await count({ isToShip: true })).toBe(4)
  expect(await count({ stage: ['agreed'], state: ['expired'] })).toBe(0)
})

test('spans take their beginning in and leave their end out', async ({ db, ctx }) => {
  await givenManyOrders(db, 20, ctx.now())
  const at = (minutes: number) => new Date(ctx.now().getTime() - minutes * 60_000)
  const count = async (filter: OrderFilter) => (await countOrders(db, [{ filter }]))[0]
  expect(await count({ placed: { from: at(50), until: at(25) } })).toBe(5)
  expect(await count({ placed: { until: at(95) } })).toBe(1)
  expect(await count({ placed: { from: at(5) } })).toBe(1)
})

test('pages follow one another without a gap or a repetition, newest first', async ({ db, ctx }) => {
  await givenManyOrders(db, 95, ctx.now())
  // Several placed in the same microsecond, and microseconds that a Date cannot hold.
  await db.execute(sql`update orders set created_at = '2026-11-19T10:00:00.123456Z' where id < 'M000000020'`)
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from orders order by created_at desc, id desc`,
  )
  const seen: string[] = []
  let after
  do {
    const page = await findOrderPage(db, { filter: {}, after, max: 10 })
    seen.push(...page.orders.map(({ id }) => id))
    after = page.next
  } while (after)
  expect(seen).toEqual(rows.map(({ id }) => id))
})

test('a listed order has its buyer, its dealer, its money and its lines', async ({ db, ctx }) => {
  await givenManyOrders(db, 6, ctx.now())
  const { orders } = await findOrderPage(db, {
    filter: { words: 'buyer6@example.com' },
    max: 2,
  })
  expect(orders).toMatchObject([
    {
      id: 'M000000006',
      state: 'paid',
      buyerState: 'VA',
      dealerName: 'Sample Arms 6',
      dealerAnswer: { is: 'declined' },
      capturedCents: 10_000,
      isInReview: false,
      lines: [
        { kind: 'drop_unit', stage: 'in_build', plate: { unitNumber: 7 }, deliveredAt: null },
        { kind: 'accessory', stage: null, deliveredAt: expect.any(Date) },
      ],
    },
  ])
})

test('an order is found by code, name, email, phone and its end, and by the number of a unit', async ({
  db,
  ctx,
}) => {
  await givenManyOrders(db, 300, ctx.now())
  const find = async (words: string) =>
    (await findOrderPage(db, { filter: { words }, max: 400 })).orders.map(({ id }) => id)
  const id = 'M0000000FF' // 255: Pat Owner255, 305 255 0255
  for (const words of [
    id,
    'm000-0000-ff',
    'M0000000F F',
    'owner255',
    'pat owner255',
    'BUYER255@example.com',
    'buyer255@exa',
    '(305) 255-0255',
    '+1 305 255 0255',
    '2550255',
    '0255',
  ])
    expect([words, await find(words)]).toEqual([words, expect.arrayContaining([id])])
  expect(await find('pat owner25')).toEqual(expect.arrayContaining([id]))
  expect(await find('sam owner255')).toEqual([])
  expect(await find("'; drop table orders; --")).toEqual([])
  expect((await find('noir 7')).length).toBe(5)
  expect((await find('№ 7')).length).toBe(5)
  expect(await find('guerrilla 7')).toEqual([])
  expect(await find('weapon light')).toHaveLength(150)
})

test('an order that is found by its buyer and by two of its lines counts once', async ({ db, ctx }) => {
  await givenManyOrders(db, 60, ctx.now())
  await db.execute(
    sql`update order_lines set title = 'Weapon light' where order_id in ('M000000002', 'M000000004')`,
  )
  await db.execute(sql`update orders set buyer_name = 'Weapon Light' where id = 'M000000002'`)
  const lists = ['weapon', '???'].map((words) => ({ filter: { words } }))
  expect(await countOrders(db, lists)).toEqual([30, 0])
  const page = await findOrderPage(db, { filter: { words: 'weapon' }, max: 100 })
  expect(new Set(page.orders.map(({ id }) => id)).size).toBe(30)
  expect(page.orders).toHaveLength(30)
})

const reason = (state: string, version?: number): Reason => ({
  role: 'buyer',
  state,
  stateName: '',
  rule: 'sbr',
  status: 'restricted',
  asOf: '2026-01-01',
  note: '',
  ...(version !== undefined && { cites: { id: state, version, asOf: '2026-01-01', sources: [] } }),
})

test('the list of reviews is what the rule of reviews says, for every verdict and decision', async ({
  db,
  ctx,
}) => {
  const reasons = [reason('MD'), reason('MD', 2), { ...reason('CO'), place: 'Denver' }]
  const verdicts = [
    null,
    ...(['allowed', 'review', 'refused'] as const).flatMap((outcome) =>
      [[], reasons.slice(0, 1), reasons].map((some) => ({ outcome, reasons: some })),
    ),
  ]
  const decisions = [
    undefined,
    ...(['approved', 'declined', 'document_requested'] as const).flatMap((decision) =>
      [[], reasons.slice(0, 1), reasons.slice(1), reasons].map((some) => ({
        decision,
        reasons: some.map(reasonKey),
      })),
    ),
  ]
  const cases = verdicts.flatMap((verdict) => decisions.map((decided) => ({ verdict, decided })))
  await givenManyOrders(db, cases.length, ctx.now())
  await db.execute(sql`update orders set state = 'paid', captured_cents = total_cents, paid_at = created_at`)
  const { rows } = await db.execute<{ id: string }>(sql`select id from orders order by id`)
  const expected: string[] = []
  for (const [at, { verdict, decided }] of cases.entries()) {
    const id = rows[at]?.id ?? ''
    await db.execute(
      sql`update orders set verdict = ${verdict && JSON.stringify(verdict)}::jsonb where id = ${id}`,
    )
    const decide = ({ decision, reasons: covered }: Decided) =>
      db.execute(sql`insert into order_reviews (order_id, decision, note, reasons, rules, decided_by, at, due_on)
        values (${id}, ${decision}, 'note', ${JSON.stringify(covered)}::jsonb, '[]', 'sam', now(),
          ${decision === 'document_requested' ? '2026-12-01' : null}::date)`)
    if (decided)
      await decide({
        decision: decided.decision === 'declined' ? 'document_requested' : 'declined',
        reasons: [],
      })
    if (decided) await decide(decided)
    const state = reviewStateOf(verdict, decided)
    if (state !== 'clear' && state !== 'declined') expected.push(id)
  }
  const { orders } = await findOrderPage(db, { filter: { stage: ['review'] }, max: 200 })
  expect(orders.map(({ id }) => id).toSorted()).toEqual(expected)
  expect(orders.every(({ isInReview }) => isInReview)).toBe(true)
  expect((await listOpenReviews(db)).map(({ orderId }) => orderId).toSorted()).toEqual(expected)
})

test('a returned order is on no list of waiting work', async ({ db, ctx }) => {
  await givenManyOrders(db, 300, ctx.now())
  const waiting = async () => (await countOrders(db, [{ filter: { stage: ['review'] } }]))[0]
  expect(await waiting()).toBe(3)
  await db.execute(sql`update orders set state = 'refunded', refunded_cents = 10000 where id = 'M0000000C8'`)
  expect(await waiting()).toBe(2)
})
