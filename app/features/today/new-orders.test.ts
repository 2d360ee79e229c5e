import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { addToStaffMail, closeStaffMail } from '#app/features/orders/store/staff-mails.server.ts'
import { parcelsDue } from '#app/features/orders/parcel-tables.ts'
import { orderReviews } from '#app/features/orders/review-tables.ts'
import { orders } from '#app/features/orders/tables.ts'
import { staffMailOrders, staffMails } from '#app/features/orders/mail-tables.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { enqueueIn } from '#app/jobs/due-jobs.server.ts'
import { TryLater } from '#app/jobs/try-later.ts'
import { dueJobs } from '#app/jobs/tables.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import type { Mailer } from '#app/mail/mailer.ts'
import { type TestContext, test } from '#test/db.ts'
import { waitingForLocks } from '#test/locks.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { todayJobs } from './jobs.server.ts'

async function given(ctx: TestContext, desk: { address?: string } = { address: 'desk@example.com' }) {
  const base = givenShop(ctx)
  const line: { isCut: boolean; meanwhile?: (() => Promise<void>) | undefined } = { isCut: false }
  const mailer: Mailer = {
    async send(mail) {
      const { isCut, meanwhile } = line
      line.meanwhile = undefined
      await meanwhile?.()
      if (isCut) throw new Error('No route')
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
  const dueMails = async () => {
    await shop.handOn()
    return ctx.queued.splice(0).filter(({ job }) => job === 'mail-staff-orders')
  }
  const dueMail = async () => {
    const [mail] = await dueMails()
    return z.object({ mailId: z.number() }).parse(mail?.payload).mailId
  }
  const workOff = async () => {
    const before = toDesk().length
    for (const { job, payload } of await dueMails()) await run(job, payload)
    return toDesk()
      .slice(before)
      .map(({ subject }) => subject)
  }
  const pass = (ms: number) => ctx.setNow(after(ctx.now(), ms))
  return { shop, pay, run, pass, toDesk, dueMail, workOff, desk, line }
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

test('a rush queues one job, and not one for each order', async ({ ctx }) => {
  const { shop, pay, workOff } = await given(ctx)
  await pay()
  await workOff()
  for (let order = 0; order < 6; order++) await pay()
  expect(await shop.db.$count(dueJobs, eq(dueJobs.job, 'mail-staff-orders'))).toBe(1)
})

test('an order is mailed once, however often its jobs run', async ({ ctx }) => {
  const { shop, pay, run, pass, workOff, toDesk, dueMail } = await given(ctx)
  const orderId = await pay()
  await run('mail-order-confirmation', { orderId })
  const mailId = await dueMail()
  const send = () => run('mail-staff-orders', { mailId })
  await send()
  await send()
  pass(hour)
  await run('mail-order-confirmation', { orderId })
  await send()
  expect(await workOff()).toEqual([])
  expect(toDesk()).toHaveLength(1)
  expect(await shop.db.$count(staffMails)).toBe(1)
})

test('a mail whose process died before it was sent goes out, and what was paid meanwhile in the next', async ({
  ctx,
}) => {
  const { shop, pay, run, pass, workOff, dueMail } = await given(ctx)
  const first = await pay()
  const mailId = await dueMail()
  await transact(shop, (work) => closeStaffMail(work, mailId))
  const second = await pay()
  await run('mail-staff-orders', { mailId })
  pass(5 * minute)
  expect(await workOff()).toEqual([`Order ${second}: $100.00`])
  expect(shop.sent.filter(({ subject }) => subject === `Order ${first}: $100.00`)).toHaveLength(1)
})

test('while mail is down for a day orders join one mail, which tells each of them once', async ({ ctx }) => {
  const { shop, pay, run, pass, workOff, dueMail, toDesk, line } = await given(ctx)
  const paid = [await pay()]
  const mailId = await dueMail()
  const retry = () => run('mail-staff-orders', { mailId })
  for (let tries = 0; tries < 11; tries++) {
    line.isCut = true
    await expect(retry()).rejects.toThrow('No route')
    await expect(retry()).rejects.toThrow(TryLater)
    line.isCut = false
    pass(2 * hour)
    paid.push(await pay())
  }
  expect(await workOff()).toEqual([])
  await retry()
  expect(toDesk().map(({ subject }) => subject)).toEqual(['12 orders: $1,200.00'])
  expect(await shop.db.$count(staffMailOrders)).toBe(paid.length)
})

test('a mail that another try sent takes no more orders after the first try fails', async ({ ctx }) => {
  const { pay, run, pass, workOff, dueMail, toDesk, line } = await given(ctx)
  await pay()
  const mailId = await dueMail()
  line.isCut = true
  line.meanwhile = async () => {
    line.isCut = false
    pass(6 * minute)
    await run('mail-staff-orders', { mailId })
  }
  await expect(run('mail-staff-orders', { mailId })).rejects.toThrow('No route')
  expect(toDesk()).toHaveLength(1)
  pass(5 * minute)
  const next = await pay()
  expect(await workOff()).toEqual([`Order ${next}: $100.00`])
})

test('a mail that waits for a day takes no more orders: its job may be put aside', async ({ ctx }) => {
  const { pay, pass, workOff, dueMail } = await given(ctx)
  await pay()
  await dueMail()
  pass(day)
  const next = await pay()
  expect(await workOff()).toEqual([`Order ${next}: $100.00`])
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

test('several processes open one mail, and each order is in one', async ({ ctx }) => {
  const { shop } = await given(ctx)
  const codes = Array.from({ length: 8 }, (_, n) => `ORDER${n}`)
  const add = (code: string) => transact(shop, (work) => addToStaffMail(work, code))
  await Promise.all([...codes, ...codes].map(add))
  expect(await shop.db.$count(staffMails)).toBe(1)
  expect(await shop.db.$count(dueJobs, eq(dueJobs.job, 'mail-staff-orders'))).toBe(1)
  expect(await shop.db.$count(staffMailOrders)).toBe(8)
})

test('closing a mail leaves the next one open', async ({ ctx }) => {
  const { shop } = await given(ctx)
  const opened = { openedAt: shop.now() }
  const [first, next] = await shop.db.insert(staffMails).values([opened, opened]).returning()
  await transact(shop, (work) => closeStaffMail(work, first?.id ?? 0))
  expect(await shop.db.select().from(staffMails).orderBy(staffMails.id)).toMatchObject([
    { id: first?.id, closedAt: shop.now() },
    { id: next?.id, closedAt: null },
  ])
})

test('an order that is paid while a mail is being closed is in the next one', async ({ ctx }) => {
  const { shop, pay, pass, dueMail, workOff } = await given(ctx)
  await pay()
  const mailId = await dueMail()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: read, resolve: noteRead } = Promise.withResolvers<void>()
  const closing = transact(shop, async (work) => {
    const gathered = await closeStaffMail(work, mailId)
    noteRead()
    await released
    return gathered
  })
  await read
  const paying = pay()
  await waitingForLocks(ctx, 1)
  release()
  expect((await closing).orders).toHaveLength(1)
  const late = await paying
  pass(5 * minute)
  expect(await workOff()).toEqual([`Order ${late}: $100.00`])
})
