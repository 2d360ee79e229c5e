import { expect } from 'vitest'
import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'
import { buyerMail, mailedOrder, mintLink } from './mails.server.ts'
import { linkLetter } from './jobs.server.ts'
import { correctBuyer } from './store/buyer.server.ts'
import { expectRevision, findRevision, findOrder, listEvents } from './store/read.server.ts'
import { makeLink, opensOrder, endLinks } from './store/links.server.ts'
import { orders } from './tables.ts'

const keyedHash = keyedHashOf('test key')

const correct = async (ctx: TestContext, orderId: string, change: object) => {
  const order = await findOrder(ctx.db, orderId)
  if (!order) throw new Error('no order')
  const { buyerName, buyerEmail, buyerPhone, buyerState } = order
  const buyer = {
    buyerName: buyerName ?? '',
    buyerEmail: buyerEmail ?? '',
    buyerPhone,
    buyerState,
    ...change,
  }
  return transact(ctx, (work) =>
    correctBuyer(work, ordersOnSale, orderId, buyer, { by: 'Sam Desk', keyedHash }),
  )
}

test('a corrected name is stored, and the history names the field and not the name', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  expect(await correct(ctx, orderId, { buyerName: 'Jordan B. Buyer' })).toMatchObject({
    ok: true,
    changed: ['buyerName'],
  })
  expect(await findOrder(ctx.db, orderId)).toMatchObject({ buyerName: 'Jordan B. Buyer' })
  const event = (await listEvents(ctx.db, orderId)).at(-1)
  expect(event).toMatchObject({ kind: 'buyer_corrected', data: { by: 'Sam Desk', fields: 'buyerName' } })
  expect(JSON.stringify(event)).not.toContain('Jordan')
})

test('another name leaves the private links as they are; another email ends them and mails a new one', async ({
  ctx,
}) => {
  const { orderId } = await givenPaid(ctx)
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  const opens = () => opensOrder(ctx, orderId, token)
  await correct(ctx, orderId, { buyerName: 'Jordan B. Buyer' })
  expect(await opens()).toBe(true)
  ctx.queued.length = 0
  await correct(ctx, orderId, { buyerEmail: 'right@example.com' })
  expect(await opens()).toBe(false)
  expect(ctx.queued.map(({ job }) => job)).toEqual(['mail-order-link', 'mail-order-email-changed'])
})

test('a mail that is being written while its address is corrected carries a link that opens nothing', async ({
  ctx,
}) => {
  const { orderId } = await givenPaid(ctx)
  const shop = givenShop(ctx)
  const mail = buyerMail('mail-written-slowly', {
    payload: z.object({ orderId: z.string() }),
    key: () => 'written slowly',
    async write(own, order) {
      await correct(ctx, orderId, { buyerEmail: 'right@example.com' })
      return linkLetter({ ...mailedOrder(order), link: mintLink(own, order) })
    },
  })
  await mail.run(shop, { orderId })
  expect(shop.sent).toMatchObject([{ to: 'buyer@example.com' }])
  const token = /key=([\w-]+)/.exec(shop.sent[0]?.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  expect(await opensOrder(ctx, orderId, token)).toBe(false)
})

test('a correction after which the order waits for a review or is refused is mailed to the buyer, and one that ends that is not', async ({
  ctx,
}) => {
  const { orderId } = await givenPaid(ctx)
  const mailed = () => ctx.queued.filter(({ job }) => job === 'mail-order-judged').length
  await correct(ctx, orderId, { buyerName: 'Jordan B. Buyer' })
  expect(mailed()).toBe(0)
  await correct(ctx, orderId, { buyerState: 'MD' })
  expect(mailed()).toBe(1)
  await correct(ctx, orderId, { buyerName: 'Jordan Buyer' })
  expect(mailed()).toBe(1)
  await correct(ctx, orderId, { buyerState: 'CA' })
  expect(mailed()).toBe(2)
  await correct(ctx, orderId, { buyerState: 'FL' })
  expect(mailed()).toBe(2)
})

test('another state is judged again, and a refusal is stored for the gates', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const moved = await correct(ctx, orderId, { buyerState: 'CA' })
  const order = await findOrder(ctx.db, orderId)
  expect(order?.buyerState).toBe('CA')
  expect(moved).toMatchObject({ ok: true, verdict: { outcome: order?.verdict?.outcome } })
  expect(order?.verdict?.outcome).not.toBe('allowed')
  expect((await listEvents(ctx.db, orderId)).map(({ kind }) => kind)).toContain('judged_again')
})

test('a ZIP code stays with its state: in another one it is not known', async ({ ctx, db }) => {
  const { orderId } = await givenPaid(ctx)
  await db.update(orders).set({ buyerZip: '33139' })
  const zip = async () =>
    (await db.select({ buyerZip: orders.buyerZip }).from(orders)).map((row) => row.buyerZip)
  await correct(ctx, orderId, { buyerName: 'Jordan B. Buyer' })
  expect(await zip()).toEqual(['33139'])
  await correct(ctx, orderId, { buyerState: 'TX' })
  expect(await zip()).toEqual([null])
})

test('what is right already is not corrected', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  expect(await correct(ctx, orderId, {})).toEqual({ ok: false, why: 'unchanged' })
})

test('a change after the page was loaded is refused with what happened since', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const seen = await findRevision(ctx.db, orderId)
  const expected = (revision: number) => transact(ctx, (work) => expectRevision(work, orderId, revision))
  expect(await expected(seen)).toEqual({ ok: true })
  await transact(ctx, (work) => endLinks(work, orderId))
  expect(await expected(seen)).toMatchObject({ ok: false, why: 'changed', since: [{ kind: 'links_ended' }] })
  expect(await expected(await findRevision(ctx.db, orderId))).toEqual({ ok: true })
  expect(await transact(ctx, (work) => expectRevision(work, 'NOSUCHCODE', 0))).toEqual({
    ok: false,
    why: 'order_not_found',
  })
})

test('of two changes from one revision, made at once, one is refused', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const seen = await findRevision(ctx.db, orderId)
  const press = () =>
    transact(ctx, async (work) => {
      const expected = await expectRevision(work, orderId, seen)
      if (expected.ok) await endLinks(work, orderId)
      return expected
    })
  const presses = await Promise.all([press(), press(), press()])
  expect(presses.filter(({ ok }) => ok)).toHaveLength(1)
})
