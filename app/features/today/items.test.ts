import { expect } from 'vitest'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/db.server.ts'
import { markAnswered, receiveMessage } from '#app/features/contact/store.server.ts'
import { approveReview } from '#app/features/reservations/store/documents.server.ts'
import { sendAgreement } from '#app/features/reservations/store/agreement.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { sql } from 'drizzle-orm'
import { after, day, hour } from '#app/kit/clock.ts'
import { addDealers } from '#db/sample/load.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenAgreed, givenPaid } from '#test/world.ts'
import { givenInstructor } from '#test/courses.ts'
import { ordersOnSale } from '#test/shop.ts'
import { itemsNow } from './rules.ts'
import { listWorkItems } from './store/items.server.ts'
import { listMarks, markItem } from './store/due-items.server.ts'

const listed = async (ctx: TestContext) => {
  const shown = { db: ctx.db, now: ctx.now(), timeZone: 'America/New_York' }
  const found = itemsNow(await listWorkItems(shown), await listMarks(ctx.db, ctx.now()), ctx.now())
  // No test here sets the shop up, and only that of the list imports one.
  return found.filter(({ key }) => key !== 'setup' && key !== 'dealer-list missing')
}
const isPriceSheet = ({ key }: { key: string }) => key.startsWith('price-sheet ')
const keys = async (ctx: TestContext) => (await listed(ctx)).map(({ key }) => key)

test('goods that are paid and not sent are on the list', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const goods = (await listed(ctx)).find(({ group }) => group === 'send')
  expect(goods).toMatchObject({ key: `goods ${orderId}`, group: 'send', to: `/staff/orders/${orderId}` })
})

test('a review is on the list until it is decided', async ({ ctx, db }) => {
  const { orderId } = await givenPaid(ctx)
  await db.execute(sql`update state_rules set sbr = 'restricted', suggested_default = 'manual_review'`)
  await db.execute(sql`update orders set verdict = jsonb_build_object('outcome', 'review', 'reasons',
    jsonb_build_array(jsonb_build_object('role', 'buyer', 'state', 'FL', 'stateName', 'Florida', 'rule', 'sbr',
      'status', 'restricted', 'asOf', '2026-11-20', 'note', '')))`)
  expect(await keys(ctx)).toContain(`review ${orderId}`)
  const decided = await transact(ctx, (work) =>
    approveReview(work, ordersOnSale, { orderId, note: 'Permit seen', by: 'Sam' }),
  )
  expect(decided.ok).toBe(true)
  expect(await keys(ctx)).not.toContain(`review ${orderId}`)
})

test('a balance that is due names its buyer and what it is for', async ({ ctx }) => {
  const { ask } = await givenAgreed(ctx)
  await ask()
  ctx.setNow(after(ctx.now(), 13 * day))
  expect(await listed(ctx)).toContainEqual(
    expect.objectContaining({
      subject: 'Jordan Buyer',
      detail: expect.stringMatching(/^Balance due: /) as string,
    }),
  )
})

test('a refund by check and an alert are on the list; done takes the item away', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  await transact(ctx, (work) =>
    requestOperatorRefund(work, ordersOnSale, orderId, { amountCents: 500 }, { isByCheck: true }),
  )
  await transact(ctx, (work) =>
    raiseAlert(work, { kind: 'late_charge', subject: `${orderId} x`, detail: '' }),
  )
  const found = await listed(ctx)
  expect(found.filter(({ group }) => group === 'money')).toMatchObject([{ amountCents: 500 }])
  expect(found.filter(({ group }) => group === 'watch')).toMatchObject([
    { to: `/staff/orders/${orderId}` },
    { to: `/staff/orders/${orderId}` },
  ])
  const [money] = found.filter(({ group }) => group === 'money')
  const mark = (change: Parameters<typeof markItem>[2]) =>
    transact(ctx, (work) => markItem(work, money?.key ?? '', change, 'Sam'))
  await mark({ assignedTo: 'Sam' })
  expect((await listed(ctx)).find(({ key }) => key === money?.key)).toMatchObject({ assignedTo: 'Sam' })
  await mark({ doneAt: ctx.now() })
  expect(await keys(ctx)).not.toContain(money?.key)
  ctx.setNow(after(ctx.now(), day + hour))
  expect(await listed(ctx)).toContainEqual(expect.objectContaining({ key: money?.key, assignedTo: 'Sam' }))
})

test('a message is on the list once it has waited longer than 24 hours, until it is answered', async ({
  ctx,
}) => {
  const id = await transact(ctx, (work) =>
    receiveMessage(work, {
      formKey: 'a-key-of-this-very-form',
      firstName: 'Jordan',
      lastName: 'Buyer',
      email: 'buyer@example.com',
      subject: 'general',
      message: 'Hello',
    }),
  )
  ctx.setNow(after(ctx.now(), day))
  expect(await keys(ctx)).not.toContain(`message ${id}`)
  ctx.setNow(after(ctx.now(), 1))
  expect(await keys(ctx)).toContain(`message ${id}`)
  await transact(ctx, (work) => markAnswered(work, id, 'D. Sample'))
  expect(await keys(ctx)).not.toContain(`message ${id}`)
})

test('a paid firearm waits for its dealer on the list, with what to do next, until a confirmed dealer agreed', async ({
  ctx,
  db,
}) => {
  const { orderId } = await givenPaid(ctx)
  const waits = async () =>
    (await listed(ctx)).flatMap(({ key, to }) => (/^dealer-(answer|missing)/.test(key) ? [{ key, to }] : []))
  const waitsAs = (is: string, verb: string) => [
    { key: `dealer-answer ${orderId} 0 ${is}`, to: `/staff/orders/${orderId}?do=${verb}` },
  ]
  await db.execute(sql`update orders set dealer_name = null`)
  expect(await waits()).toEqual([
    { key: `dealer-missing ${orderId} 0`, to: `/staff/orders/${orderId}?do=set_dealer` },
  ])
  await db.execute(sql`update orders set dealer_name = 'Lane Arms', dealer_answer = null`)
  expect(await waits()).toEqual(waitsAs('not_asked', 'record_dealer_answer'))
  const answered = async (is: string, isConfirmed = false) => {
    await db.execute(sql`update orders set dealer_answer = jsonb_build_object('is', ${is}::text, 'isConfirmed',
      ${isConfirmed}::boolean, 'at', '2026-11-20T10:00:00Z', 'feeCents', null, 'hours', '')`)
    return waits()
  }
  expect(await answered('requested')).toEqual(waitsAs('requested', 'record_dealer_answer'))
  expect(await answered('expired')).toEqual(waitsAs('expired', 'record_dealer_answer'))
  expect(await answered('declined')).toEqual(waitsAs('declined', 'set_dealer'))
  expect(await answered('accepted')).toEqual(waitsAs('unconfirmed', 'confirm_dealer'))
  expect(await answered('accepted', true)).toEqual([])
  await db.execute(sql`update order_lines set stage = 'at_dealer' where position = 0`)
  expect(await answered('accepted')).toEqual([])
})

test('the federal list is on the list while it is missing, and once it is older than 45 days', async ({
  ctx,
  db,
}) => {
  const found = async () =>
    (await listWorkItems({ db, now: ctx.now(), timeZone: 'America/New_York' })).flatMap(({ key }) =>
      key.startsWith('dealer-list') ? [key] : [],
    )
  expect(await found()).toEqual(['dealer-list missing'])
  await db.transaction((tx) => addDealers(tx, ctx.now()))
  expect(await found()).toEqual([])
  ctx.setNow(after(ctx.now(), 45 * day))
  expect(await found()).toEqual([])
  ctx.setNow(after(ctx.now(), hour))
  expect(await found()).toEqual(['dealer-list old'])
})

test('rules are on the list 30 days before they turn stale, by the sheet that confirms them', async ({
  ctx,
  db,
}) => {
  await givenPaid(ctx)
  const found = async () =>
    (await listed(ctx)).flatMap(({ key, to, subject }) =>
      /^(rules|places) /.test(key) ? [{ to, subject }] : [],
    )
  expect(await found()).toEqual([])
  await db.execute(sql`delete from purchase_ages`)
  await db.execute(sql`delete from local_rules`)
  await db.execute(
    sql`insert into purchase_ages (age_class, state, years, as_of) values ('goods', 'FL', 18, '2026-09-01')`,
  )
  expect(await found()).toEqual([{ to: '/staff/rules/places', subject: 'Age to buy: goods, FL' }])
  await db.execute(sql`update state_rules set as_of = '2026-09-01'`)
  expect((await found()).map(({ to }) => to).toSorted()).toEqual(['/staff/rules/places', '/staff/rules?due'])
})

test('a firearm that waits much longer than usual is on the list', async ({ ctx, db }) => {
  const { orderId } = await givenPaid(ctx)
  const stale = async () => (await keys(ctx)).filter((key) => key.startsWith('stage '))
  await db.execute(sql`insert into stage_dates (order_id, position, stage, on_day, set_by, at)
    values (${orderId}, 0, 'reserved', '2026-11-01', 'Sam', now()), (${orderId}, 0, 'agreed', '2026-11-03', 'Sam', now()),
      (${orderId}, 0, 'reserved', '2026-11-04', 'Sam', now())`)
  expect(await stale()).toEqual([])
  expect((await listed(ctx)).filter(isPriceSheet)).toHaveLength(1)
  await sendTerms(ctx, orderId)
  expect(await stale()).toEqual([`stage ${orderId} 0 reserved`])
})

const sendTerms = (ctx: TestContext, orderId: string) =>
  transact(ctx, async (work) => {
    const terms = { variant: 'Black, 10.3 in', includes: 'Case', priceCents: 249_900 }
    const sent = await sendAgreement(work, ordersOnSale, { orderId, position: 0, ...terms, by: 'sam' })
    expect(sent).toEqual({ ok: true })
  })

test('a reservation waits for its price sheet until it is sent, due three days after the deposit', async ({
  ctx,
}) => {
  const { orderId } = await givenPaid(ctx)
  const sheets = async () => (await listed(ctx)).filter(isPriceSheet)
  expect(await sheets()).toMatchObject([
    {
      key: `price-sheet ${orderId} 0`,
      // 5 p.m. in New York.
      dueAt: new Date('2026-11-23T22:00:00Z'),
      detail: 'Waits for its price sheet, due within 3 days',
      to: `/staff/orders/${orderId}`,
    },
  ])
  await sendTerms(ctx, orderId)
  expect(await sheets()).toEqual([])
})

test('a reservation in review waits for that, not for its price sheet', async ({ ctx, db }) => {
  await givenPaid(ctx)
  await db.execute(
    sql`update orders set verdict = jsonb_build_object('outcome', 'refused', 'reasons', '[]'::jsonb)`,
  )
  const found = await listed(ctx)
  expect(found.filter(isPriceSheet)).toEqual([])
  expect(found.filter(({ key }) => key.startsWith('review '))).toHaveLength(1)
})

test('a firearm that is built without a dealer is due three days after its day, one before that two weeks after its deposit', async ({
  ctx,
  db,
}) => {
  const { orderId } = await givenPaid(ctx)
  await db.execute(sql`update orders set dealer_name = null, dealer_key = null`)
  const missing = async () => (await listed(ctx)).filter(({ key }) => key.startsWith('dealer-missing '))
  for (const [stage, due] of [
    ['built', [{ key: `dealer-missing ${orderId} 0`, dueAt: new Date('2026-11-22T22:00:00Z') }]],
    ['in_build', [{ key: `dealer-missing ${orderId} 0`, dueAt: after(ctx.now(), 14 * day) }]],
    ['at_dealer', []],
  ] as const) {
    await db.execute(sql`update order_lines set stage = ${stage}, stage_on = '2026-11-19' where position = 0`)
    expect([stage, await missing()]).toMatchObject([stage, due])
    expect(await missing()).toHaveLength(due.length)
  }
  await db.execute(sql`update order_lines set stage = 'built' where position = 0`)
  await db.execute(sql`update orders set dealer_name = 'Lane Arms'`)
  expect(await missing()).toEqual([])
})

test('an instructor’s license is on the list from thirty days before its end', async ({ ctx }) => {
  const id = await givenInstructor(ctx, { expiresOn: '2026-12-21' })
  expect(await keys(ctx)).toEqual([])
  ctx.setNow(after(ctx.now(), day))
  expect(await listed(ctx)).toMatchObject([
    { subject: 'License of I. Sample', to: `/staff/catalog/instructors/${id}` },
  ])
})
