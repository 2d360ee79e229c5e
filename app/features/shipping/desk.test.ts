import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { findRevision } from '#app/features/orders/store/read.server.ts'
import { listParcels, listToPack } from '#app/features/orders/store/parcels.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { type Desk, findSlip, listRows, takeAll, takeVerb } from './desk.server.ts'
import { pickList, type ShippingVerb } from './rules.ts'
import { action, loader } from './routes/slip.tsx'

async function givenDesk(ctx: TestContext) {
  const paid = await givenPaid(ctx)
  const { orderId } = paid
  const desk: Desk = {
    ctx: paid.paymentCtx,
    sellables: ordersOnSale,
    by: 'Sam',
    actor: 'Sam <sam@example.com>',
  }
  const clock = { now: ctx.now(), timeZone: 'America/New_York' }
  const press = async (verb: ShippingVerb, parcel: string, more: object = {}) =>
    takeVerb(desk, {
      verb,
      orderId,
      parcel,
      revision: await findRevision(ctx.db, orderId),
      carrier: 'ups',
      tracking: '1Z1',
      decision: undefined,
      reason: '',
      lines: [],
      ...more,
    })
  return {
    ...paid,
    desk,
    press,
    list: async (view: Parameters<typeof listRows>[1]) =>
      (await listRows(ctx.db, view, clock.now)).map(({ orderId: id, contents }) => [id, contents]),
    slip: () => findSlip(ctx.db, orderId, clock),
  }
}

test('an order goes from list to list: to pack, packed, sent, returned', async ({ ctx }) => {
  const { orderId, press, list, slip } = await givenDesk(ctx)
  const row = [orderId, '2 × Piece']
  expect(await list('to-pack')).toEqual([row])
  expect(pickList(await listToPack(ctx.db, 9))).toMatchObject([
    { title: 'Piece', quantity: 2, orders: [orderId] },
  ])
  const id = publicCode(16)
  expect(await press('pack', id, { lines: [{ position: 1, quantity: 2 }] })).toMatchObject({ ok: true })
  expect([await list('to-pack'), await list('packed')]).toEqual([[], [row]])
  expect(await press('send', id)).toEqual({ ok: true })
  expect([await list('packed'), await list('sent')]).toEqual([[], [row]])
  expect(await press('receive', id)).toEqual({ ok: true })
  expect([await list('sent'), await list('returns')]).toEqual([[], [row]])
  expect(await press('decide', id)).toEqual({ ok: false, why: 'not_chosen' })
  expect(await press('decide', id, { decision: 'restocked' })).toEqual({ ok: true })
  expect((await slip())?.parcels).toMatchObject([{ state: 'decided', steps: ['refund'] }])
  expect(await press('refund', id)).toMatchObject({ ok: true })
  expect(await list('returns')).toEqual([])
  expect((await listAuditEntries(ctx.db)).map(({ verb, actor }) => [verb, actor])).toEqual(
    ['refund-return', 'decide', 'receive', 'send', 'pack'].map((verb) => [verb, 'Sam <sam@example.com>']),
  )
})

test('the slip has name and address in full, without the county', async ({ ctx }) => {
  const { slip } = await givenDesk(ctx)
  expect((await slip())?.address).toEqual(['Jordan Buyer', '1 Ocean Drive', 'Miami, FL 33139'])
})

test('of two people at one order the second is refused, and a parcel of another order is not touched', async ({
  ctx,
}) => {
  const { orderId, press, desk } = await givenDesk(ctx)
  const seen = await findRevision(ctx.db, orderId)
  const id = publicCode(16)
  const line = { lines: [{ position: 1, quantity: 1 }] }
  expect(await press('pack', id, line)).toMatchObject({ ok: true })
  expect(await press('pack', publicCode(16), { ...line, revision: seen })).toMatchObject({ why: 'changed' })
  const [order] = await ctx.db.select().from(orders)
  if (!order) throw new Error('No order')
  await ctx.db.insert(orders).values({ ...order, id: 'ANOTHER234', idempotencyKey: 'another' })
  for (const verb of [
    'send',
    'unpack',
    'undo-send',
    'tracking',
    'delivered',
    'receive',
    'decide',
    'refund',
  ] as const) {
    const request = {
      verb,
      orderId: 'ANOTHER234',
      parcel: id,
      revision: 0,
      carrier: 'ups' as const,
      tracking: '',
      decision: undefined,
      reason: '',
      lines: [],
    }
    expect(await takeVerb(desk, request)).toEqual({ ok: false, why: 'not_paid' })
  }
  expect(await listParcels(ctx.db, orderId)).toMatchObject([{ sentAt: null }])
})

test('a wrong number of a parcel that is out is corrected for a reason, and the audit log has both', async ({
  ctx,
}) => {
  const { orderId, press } = await givenDesk(ctx)
  const id = publicCode(16)
  await press('pack', id, { lines: [{ position: 1, quantity: 2 }] })
  await press('send', id)
  const right = { carrier: 'fedex' as const, tracking: '7700' }
  expect(await press('tracking', id, right)).toEqual({ ok: false, why: 'correction_reason_missing' })
  expect(await listParcels(ctx.db, orderId)).toMatchObject([{ carrier: 'ups', tracking: '1Z1' }])
  expect(await press('tracking', id, { ...right, reason: 'Two labels mixed up' })).toMatchObject({ ok: true })
  expect(await listParcels(ctx.db, orderId)).toMatchObject([right])
  expect((await listAuditEntries(ctx.db))[0]).toMatchObject({
    verb: 'tracking',
    subject: orderId,
    data: { reason: 'Two labels mixed up', before: { carrier: 'ups', tracking: '1Z1' }, after: right },
  })
})

test('in bulk each row succeeds or fails by itself', async ({ ctx }) => {
  const { orderId, desk, list } = await givenDesk(ctx)
  expect(await takeAll(desk, 'pack', [orderId, 'NONE'])).toEqual({
    done: [orderId],
    refused: [{ id: 'NONE', why: 'order_not_found' }],
  })
  const [parcel] = await listParcels(ctx.db, orderId)
  expect(await takeAll(desk, 'send', [parcel?.id ?? '', 'NONE'])).toMatchObject({
    done: [parcel?.id],
    refused: [{ id: 'NONE' }],
  })
  expect(await list('sent')).toHaveLength(1)
})

test('the route packs for the desk and refunds for nobody below a manager', async ({ ctx }) => {
  const { orderId } = await givenDesk(ctx)
  const shop = givenShop(ctx)
  const at = async (role: 'bench' | 'manager', form?: Record<string, string>) =>
    staffVisit(shop, await givenStaff(ctx, role, { email: `${publicCode().toLowerCase()}@example.com` }), {
      path: `/staff/shipping/${orderId}`,
      params: { order: orderId },
      ...(form && { form }),
    })
  const shown = await answerOf(async () => loader(await at('bench')))
  const { slip, parcelId, mayRefund } = shown.value as Awaited<ReturnType<typeof loader>>
  expect(mayRefund).toBe(false)
  const form = { verb: 'pack', revision: String(slip.order.revision), parcel: parcelId, 'quantity-1': '1' }
  const press = async (role: 'bench' | 'manager', sent: Record<string, string>) => {
    const args = await at(role, sent)
    return answerOf(() => action(args))
  }
  expect(await press('bench', form)).toMatchObject({ status: 303 })
  expect(await press('bench', { ...form, revision: 'x' })).toMatchObject({ status: 422 })
  expect(await press('bench', form)).toMatchObject({ status: 409 })
  expect(await press('bench', { ...form, verb: 'refund' })).toMatchObject({ status: 403 })
  expect(await press('manager', { ...form, verb: 'refund' })).toMatchObject({ status: 409 })
})

test('a tracking number stays in its field when the order was changed meanwhile', async ({ ctx }) => {
  const { orderId, press } = await givenDesk(ctx)
  const { ask } = await givenSite(ctx)
  const { cookie: Cookie } = await givenStaff(ctx, 'bench')
  const seen = await findRevision(ctx.db, orderId)
  const parcel = publicCode(16)
  await press('pack', parcel, { lines: [{ position: 1, quantity: 2 }] })
  const form = { verb: 'send', revision: String(seen), parcel, carrier: 'fedex', tracking: '7777 8888 9999' }
  const answer = await ask(`/staff/shipping/${orderId}`, { form, headers: { Cookie } })
  expect(answer.status).toBe(409)
  const page = await answer.text()
  expect(page).toContain('value="7777 8888 9999"')
  expect(page).toMatch(/<option value="fedex" selected/)
})
