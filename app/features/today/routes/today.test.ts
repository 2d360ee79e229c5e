import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listOpenAlerts, raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/db.server.ts'
import { sendAgreement } from '#app/features/reservations/store/agreement.server.ts'
import type { StaffRole } from '#app/features/staff/rules.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { action, loader } from './today.tsx'

/** No test here sets the shop up, imports the list of dealers, or chooses one. */
const isAlwaysThere = /^(setup$|dealer-)/

async function signedInAs(ctx: TestContext, role: StaffRole, name: string) {
  const shop = givenShop(ctx)
  const signIn = () =>
    givenStaff(ctx, role, { email: `${name.toLowerCase()}-${ctx.now().getTime()}@example.com`, name })
  let own = await signIn()
  const visitTo = (path: string, form?: Record<string, string>) =>
    staffVisit(shop, own, { path, ...(form && { form }) })
  return {
    signInAgain: async () => void (own = await signIn()),
    sheet: async (show = '') => loader(await visitTo(`/staff${show && `?show=${show}`}`)),
    rows: async (show = '') =>
      (await loader(await visitTo(`/staff${show && `?show=${show}`}`))).groups.flatMap(({ items }) =>
        items.filter(({ key }) => !isAlwaysThere.test(key)).map(({ key, assignedTo }) => [key, assignedTo]),
      ),
    press: async (key: string, mark: string, show = '') => {
      const args = await visitTo(`/staff${show && `?show=${show}`}`, { key, mark })
      return answerOf(() => action(args))
    },
  }
}

async function givenGoodsToSend(ctx: TestContext) {
  const { orderId } = await givenPaid(ctx)
  const terms = { variant: 'Black, 10.3 in', includes: 'Case', priceCents: 249_900 }
  await transact(ctx, (work) =>
    sendAgreement(work, ordersOnSale, { orderId, position: 0, ...terms, by: 'sam' }),
  )
  return { orderId }
}

test('an item is taken, seen by others as taken, and given back', async ({ ctx }) => {
  const { orderId } = await givenGoodsToSend(ctx)
  const key = `goods ${orderId}`
  const [robin, kim] = [await signedInAs(ctx, 'desk', 'Robin'), await signedInAs(ctx, 'desk', 'Kim')]
  expect(await robin.rows()).toEqual([[key, null]])
  expect(await robin.press(key, 'take')).toMatchObject({ status: 303, location: '/staff' })
  expect(await kim.rows()).toEqual([[key, 'Robin']])
  expect([await robin.rows('mine'), await kim.rows('mine')]).toEqual([[[key, 'Robin']], []])
  expect((await robin.sheet()).counts).toMatchObject({ mine: 1, snoozed: 0 })
  expect(await robin.press(key, 'leave', 'mine')).toMatchObject({ location: '/staff?show=mine' })
  expect(await kim.rows()).toEqual([[key, null]])
  expect(
    (await listAuditEntries(ctx.db)).map(({ actor, verb, subject }) => [actor.split(' ')[0], verb, subject]),
  ).toEqual([
    ['Robin', 'work-item-leave', key],
    ['Robin', 'work-item-take', key],
  ])
})

test('a snoozed item sleeps, is found among those that sleep, and can be woken', async ({ ctx }) => {
  const { orderId } = await givenGoodsToSend(ctx)
  const key = `goods ${orderId}`
  const robin = await signedInAs(ctx, 'desk', 'Robin')
  await robin.press(key, 'snooze')
  expect([await robin.rows(), await robin.rows('snoozed')]).toEqual([[], [[key, null]]])
  await robin.press(key, 'wake', 'snoozed')
  expect([await robin.rows(), await robin.rows('snoozed')]).toEqual([[[key, null]], []])
})

test('what is called done is gone for a day, and comes back while its cause is there; an alert is cleared', async ({
  ctx,
}) => {
  const { orderId } = await givenGoodsToSend(ctx)
  const key = `goods ${orderId}`
  await transact(ctx, (work) =>
    raiseAlert(work, { kind: 'late_charge', subject: `${orderId} x`, detail: '' }),
  )
  const robin = await signedInAs(ctx, 'desk', 'Robin')
  const [alert = ''] = (await robin.rows()).flat().filter((word) => word?.startsWith('alert '))
  await robin.press(key, 'done')
  await robin.press(String(alert), 'done')
  expect(await robin.rows()).toEqual([])
  ctx.setNow(after(ctx.now(), day + hour))
  await robin.signInAgain()
  expect(await robin.rows()).toEqual([[key, null]])
})

test('a press without an item or of another kind is refused', async ({ ctx }) => {
  const robin = await signedInAs(ctx, 'desk', 'Robin')
  expect(await robin.press('', 'done')).toMatchObject({ status: 422 })
  expect(await robin.press('goods X', 'delete')).toMatchObject({ status: 422 })
  expect(await listAuditEntries(ctx.db)).toEqual([])
})

test('each role reads what it may do, and the sheet says the date and what is most urgent', async ({
  ctx,
}) => {
  const { orderId } = await givenGoodsToSend(ctx)
  const [instructor, bench] = [
    await signedInAs(ctx, 'instructor', 'Lee'),
    await signedInAs(ctx, 'bench', 'Max'),
  ]
  expect(await instructor.rows()).toEqual([])
  expect(await bench.rows()).toEqual([[`goods ${orderId}`, null]])
  expect(await bench.sheet()).toMatchObject({
    date: 'Friday, November 20',
    counts: { over: 0, today: 0, later: 2, everyone: 2 },
    next: { to: `/staff/orders/${orderId}`, words: 'Jordan Buyer: Goods are paid and not sent' },
    drop: { board: null },
  })
})

test('nobody marks what their role does not see, and an alert of the shop’s money is not cleared by them', async ({
  ctx,
}) => {
  const { orderId } = await givenGoodsToSend(ctx)
  await transact(ctx, (work) =>
    raiseAlert(work, { kind: 'late_charge', subject: `${orderId} x`, detail: '' }),
  )
  const [alert] = await listOpenAlerts(ctx.db)
  const [robin, kim] = [await signedInAs(ctx, 'desk', 'Robin'), await signedInAs(ctx, 'instructor', 'Kim')]
  const before = await robin.rows()
  expect([before.length, await kim.rows()]).toEqual([2, []])
  for (const key of [`alert ${alert?.id}`, `goods ${orderId}`])
    for (const mark of ['take', 'snooze', 'done'])
      expect([key, mark, await kim.press(key, mark)]).toMatchObject([key, mark, { status: 403 }])
  expect(await robin.rows()).toEqual(before)
  expect(await listOpenAlerts(ctx.db)).toHaveLength(1)
  expect(await listAuditEntries(ctx.db)).toEqual([])
})

test('what is no item any more is left alone', async ({ ctx }) => {
  const robin = await signedInAs(ctx, 'desk', 'Robin')
  expect(await robin.press('alert 77', 'done')).toMatchObject({ status: 303, location: '/staff' })
  expect(await robin.press('no such item', 'take')).toMatchObject({ status: 303 })
  expect(await listAuditEntries(ctx.db)).toEqual([])
})
