import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { dueContext } from '#app/features/console/access.server.ts'
import { loader as layout } from '#app/features/console/routes/layout.tsx'
import { receiveMessage } from '#app/features/contact/store.server.ts'
import type { StaffRole } from '#app/features/staff/rules.ts'
import { action as mark, loader as today } from '#app/features/today/routes/today.tsx'
import { after, day, minute, second } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { addDealers } from '#db/sample/load.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { countAtDesks, dueCounter } from '#app/due-counts.server.ts'

const zone = 'America/New_York'

async function visitAs(ctx: TestContext, role: StaffRole, path: string, form?: Record<string, string>) {
  const shop = givenShop(ctx)
  const signedIn = await givenStaff(ctx, role, { email: `${publicCode().toLowerCase()}@example.com` })
  const args = await staffVisit(shop, signedIn, { path, ...(form && { form }) })
  args.context.set(dueContext, dueCounter({ db: ctx.db, now: ctx.now, timeZone: zone }))
  return args
}

const topLine = async (ctx: TestContext, role: StaffRole, path: string) =>
  (await layout(await visitAs(ctx, role, path))).due

test('the top line counts what waits at the desks that a role sees', async ({ ctx, db }) => {
  expect(await countAtDesks(db, ctx.now())).toEqual({
    '/staff/shipping': 0,
    '/staff/inbox': 0,
    '/staff/rules': 0,
  })
  await givenPaid(ctx)
  await transact(ctx, (work) =>
    receiveMessage(work, {
      formKey: 'a-key-of-this-very-form',
      firstName: 'Jordan',
      lastName: 'Buyer',
      email: 'buyer@example.com',
      subject: 'general',
      message: 'Hello',
    }),
  )
  await db.execute(sql`update state_rules set as_of = '2026-09-01' where state = 'MD'`)
  expect(await topLine(ctx, 'owner', '/staff/orders')).toMatchObject({
    '/staff/shipping': 1,
    '/staff/inbox': 1,
    '/staff/rules': 1,
  })
  const bench = await topLine(ctx, 'bench', '/staff/orders')
  expect([bench['/staff/shipping'], bench['/staff/inbox'], bench['/staff/rules']]).toEqual([
    1,
    undefined,
    undefined,
  ])
})

test('on Today the count is that of the sheet, to the item, and follows what is pressed', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  // A shop without the federal list has that to do, too.
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  ctx.setNow(after(ctx.now(), 3 * day))
  const sheetAndTop = async () => {
    const args = await visitAs(ctx, 'desk', '/staff')
    const [shown, top] = await Promise.all([today(args), layout(args)])
    return [shown.due, top.due['/staff'] ?? 0]
  }
  expect(await sheetAndTop()).toEqual([1, 1])
  const args = await visitAs(ctx, 'desk', '/staff', { key: `goods ${orderId}`, mark: 'done' })
  expect(await answerOf(() => mark(args))).toMatchObject({ status: 303 })
  expect(await sheetAndTop()).toEqual([0, 0])
})

test('other sheets count what is known, and have it computed anew behind the page', async ({ ctx, db }) => {
  const { orderId } = await givenPaid(ctx)
  // A shop without the federal list has that to do, too.
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  ctx.setNow(after(ctx.now(), 3 * day))
  const count = async () => (await topLine(ctx, 'desk', '/staff/orders'))['/staff'] ?? 0
  expect(await count()).toBe(1)
  await db.execute(sql`delete from parcels_due where order_id = ${orderId}`)
  ctx.setNow(after(ctx.now(), 20 * second))
  expect(await count()).toBe(1)
  ctx.setNow(after(ctx.now(), 6 * minute))
  expect(await count()).toBe(0)
})
