import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { gatherStaffMail } from '#app/features/orders/mails.server.ts'
import { orderReviews, orders, parcelsDue } from '#app/features/orders/tables.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { enqueueIn } from '#app/jobs/jobs.server.ts'
import { queuedJobs } from '#app/jobs/tables.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import type { Mailer } from '#app/mail/mailer.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { todayJobs } from './jobs.server.ts'

async function given(ctx: TestContext, desk: { address?: string } = { address: 'desk@example.com' }) {
  const base = givenShop(ctx)
  const line = { isCut: false }
  const mailer: Mailer = {
    async send(mail) {
      if (line.isCut) throw new Error('No route')
      await base.mailer.send(mail)
    },
  }
  const shop = { ...base, mailer, enqueueIn }
  await givenDrop(shop.db, { totalUnits: 20 })
  const jobs = [...jobsOfOrders(ordersOnSale), ...todayJobs(async () => desk.address)]
  const run = async (name: string, payload: object) => {
    const job = jobs.find((each) => each.name === name)
    await job?.run(shop, job.payload.parse(payload))
  }
  let number = 0
  const pay = async () => {
    const { orderId } = await heldOrder(shop, (number += 1))
    await payOrder(shop, ordersOnSale, orderId, reservationForm())
    await run('mail-order-confirmation', { orderId })
    return orderId
  }
  const toDesk = () => shop.sent.filter(({ to }) => to === 'desk@example.com')
  /** The mails that wait, once those of the minute were gathered. They stay queued until they are sent. */
  const dueMails = async () => {
    await run('gather-staff-orders', {})
    return shop.db
      .select()
      .from(queuedJobs)
      .where(eq(queuedJobs.job, 'mail-staff-orders'))
      .orderBy(queuedJobs.id)
  }
  const workOff = async () => {
    const before = toDesk().length
    for (const { id, job, payload } of await dueMails()) {
      await run(job, payload)
      await shop.db.delete(queuedJobs).where(eq(queuedJobs.id, id))
    }
    return toDesk()
      .slice(before)
      .map(({ subject }) => subject)
  }
  const pass = (ms: number) => ctx.setNow(after(ctx.now(), ms))
  return { shop, pay, run, pass, toDesk, dueMails, workOff, desk, line }
}

test('the first order is mailed at once, those that follow within five minutes in one mail', async ({
  ctx,
}) => {
  const { pay, pass, workOff, toDesk } = await given(ctx)
  const first = await pay()
  expect(await workOff()).toEqual([`Order ${first}: $100.00`])
  const gathered = [await pay(), await pay()]
  pass(4 * minute)
  gathered.push(await pay())
  expect(await workOff()).toEqual([])
  pass(minute)
  expect(await workOff()).toEqual(['3 orders: $300.00'])
  for (const orderId of gathered) expect(toDesk().at(-1)?.text).toContain(orderId)
  expect(toDesk().at(-1)?.text).not.toContain(first)
})

test('one gathered order is mailed as one, and the next after a quiet time at once', async ({ ctx }) => {
  const { pay, pass, workOff } = await given(ctx)
  await pay()
  await workOff()
  const second = await pay()
  pass(5 * minute)
  expect(await workOff()).toEqual([`Order ${second}: $100.00`])
  pass(5 * minute)
  const third = await pay()
  expect(await workOff()).toEqual([`Order ${third}: $100.00`])
})

test('an order is mailed once, however often its jobs run', async ({ ctx }) => {
  const { pay, run, pass, workOff, toDesk, dueMails } = await given(ctx)
  await pay()
  const [mail] = await dueMails()
  const send = () => run('mail-staff-orders', mail?.payload ?? {})
  await send()
  await send()
  expect(await workOff()).toEqual([])
  pass(hour)
  await send()
  expect(await workOff()).toEqual([])
  expect(toDesk()).toHaveLength(1)
})

test('a mail whose process died before it was sent goes out, and what was paid meanwhile in the next', async ({
  ctx,
}) => {
  const { pay, pass, workOff, dueMails } = await given(ctx)
  const first = await pay()
  await dueMails()
  const second = await pay()
  pass(5 * minute)
  expect(await workOff()).toEqual([`Order ${first}: $100.00`])
  expect(await workOff()).toEqual([`Order ${second}: $100.00`])
})

test('while mail is down for a day orders join one mail, which tells each of them once', async ({ ctx }) => {
  const { pay, run, pass, workOff, dueMails, toDesk, line } = await given(ctx)
  const first = await pay()
  for (let tries = 0; tries < 11; tries++) {
    const [mail, ...others] = await dueMails()
    expect(others).toEqual([])
    line.isCut = true
    await expect(run('mail-staff-orders', mail?.payload ?? {})).rejects.toThrow('No route')
    line.isCut = false
    pass(2 * hour)
    await pay()
  }
  expect(await workOff()).toEqual([`Order ${first}: $100.00`])
  expect(await workOff()).toEqual(['11 orders: $1,100.00'])
  expect(toDesk()).toHaveLength(2)
})

test('a mail that was put aside holds up no other', async ({ ctx }) => {
  const { shop, pay, pass, run, dueMails } = await given(ctx)
  await pay()
  await dueMails()
  await shop.db.update(queuedJobs).set({ failedAt: shop.now() })
  pass(hour)
  const next = await pay()
  const [, mail] = await dueMails()
  await run('mail-staff-orders', mail?.payload ?? {})
  expect(shop.sent.at(-1)?.subject).toBe(`Order ${next}: $100.00`)
})

test('several processes gather one mail', async ({ ctx }) => {
  const { shop, pay } = await given(ctx)
  for (let order = 0; order < 4; order++) await pay()
  await Promise.all(Array.from({ length: 4 }, () => gatherStaffMail(shop.db, shop.now())))
  expect(await shop.db.$count(queuedJobs, eq(queuedJobs.job, 'mail-staff-orders'))).toBe(1)
})

test('what was paid while staff had no address is mailed to nobody, and what follows is mailed', async ({
  ctx,
}) => {
  const { pay, pass, workOff, desk } = await given(ctx, {})
  await pay()
  expect(await workOff()).toEqual([])
  desk.address = 'desk@example.com'
  const next = await pay()
  pass(5 * minute)
  expect(await workOff()).toEqual([`Order ${next}: $100.00`])
})

test('an order that was refunded before the mail is in it, as refunded', async ({ ctx }) => {
  const { shop, pay, pass, workOff, toDesk } = await given(ctx)
  await pay()
  await workOff()
  const [returned] = [await pay(), await pay()]
  await refundOwnLines(shop, ordersOnSale, returned, [0])
  expect((await shop.db.select().from(orders).where(eq(orders.id, returned)))[0]?.state).toBe('refunded')
  pass(5 * minute)
  expect(await workOff()).toEqual(['2 orders: $200.00'])
  expect(toDesk().at(-1)?.text).toContain('Refunded: 1')
  expect(toDesk().at(-1)?.text).toContain(`${returned}: Test Drop, Number 2 of 20: $100.00, refunded`)
})

test('a mail says what is to review and to send when it goes out', async ({ ctx }) => {
  const { shop, pass, workOff, toDesk, pay } = await given(ctx)
  await pay()
  await workOff()
  const [decided, undecided] = [await pay(), await pay()]
  const verdict = { outcome: 'review', reasons: [{ code: 'buyer_state', state: 'CA' }] }
  await shop.db.execute(sql`update ${orders} set verdict = ${JSON.stringify(verdict)}::jsonb`)
  await shop.db.insert(parcelsDue).values({ orderId: decided, paidAt: ctx.now() })
  const decision = { decision: 'declined' as const, note: 'No', reasons: [], rules: [], decidedBy: 'sam' }
  await shop.db.insert(orderReviews).values({ ...decision, orderId: decided, at: ctx.now() })
  pass(5 * minute)
  await workOff()
  expect(toDesk().at(-1)?.text).toContain('To review: 1\nTo send: 1')
  expect(toDesk().at(-1)?.text).toContain(`${undecided}: Test Drop, Number 3 of 20: $100.00, to review`)
})
