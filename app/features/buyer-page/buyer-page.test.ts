import { PDFDocument } from '@cantoo/pdf-lib'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { action as find } from '#app/features/orders/routes/find-link.tsx'
import { loader as receipt } from '#app/features/orders/routes/receipt.ts'
import { orders } from '#app/features/orders/tables.ts'
import { buyerToken } from '#app/features/orders/store/links.server.ts'
import { type Sellables, sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { withFreePack } from '#app/features/trust/packs.server.ts'
import { trustPackages } from '#app/features/trust/tables.ts'
import { sampleTrustPackages } from '#db/sample/data/goods.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { accessibilityFaults } from '#test/pdf-faults.ts'
import { textOf } from '#test/pdf.ts'
import { givenDrop, ordersOnSale, reservationForm, holdLines } from '#test/shop.ts'
import { givenPieces } from '#test/goods.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { action, loader as page } from './my-orders.tsx'

const mine = '/orders/mine'

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const own = await heldOrder(shop, 1)
  await payOrder(shop, ordersOnSale, own.orderId, reservationForm({ email: 'Buyer@Example.com' }))
  const other = await heldOrder(shop, 2)
  await payOrder(shop, ordersOnSale, other.orderId, reservationForm({ email: 'other@example.com' }))
  return { shop, own, other }
}

async function ask(ctx: TestContext, shop: TestShop, form: Record<string, string>) {
  const answer = await answerOf(() => find(visit(shop, { path: '/orders/find', form })))
  await ctx.handOn()
  for (const { job, payload } of ctx.queued.splice(0))
    if (job === 'find-order-link')
      await jobsOfOrders(ordersOnSale)
        .find(({ name }) => name === job)
        ?.run(shop, payload)
  return answer
}

async function cookieOf(shop: TestShop, key: string) {
  const response = await page(visit(shop, { path: `${mine}?key=${key}` }))
  if (!(response instanceof Response)) throw new Error('The link opened no page')
  expect([response.status, response.headers.get('Location')]).toEqual([303, mine])
  return response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

const shown = async (shop: TestShop, cookies: string[]) =>
  answerOf(() => page(visit(shop, { path: mine, cookies })))

async function listed(shop: TestShop, onSale: Sellables) {
  const token = buyerToken({ sign: shop.sign, now: shop.now() }, 'buyer@example.com')
  const args = visit(shop, { path: mine, cookies: [`paco-buyer=${token}`] })
  args.context.set(sellablesContext, onSale)
  const shownPage = await page(args)
  return shownPage instanceof Response ? [] : shownPage.orders
}

test('an email alone gets the link to all its orders, and everybody the same answer', async ({ ctx }) => {
  const { shop, own } = await given(ctx)
  const unpaid = await heldOrder(shop, 3)
  await ctx.db.update(orders).set({ buyerEmail: 'buyer@example.com' }).where(eq(orders.id, unpaid.orderId))
  shop.sent.length = 0
  const known = await ask(ctx, shop, { orderCode: '', orderEmail: 'buyer@example.com' })
  const unknown = await ask(ctx, shop, { orderCode: '', orderEmail: 'nobody@example.com' })
  expect(unknown).toEqual(known)
  expect(shop.sent.map(({ to, subject }) => [to.toLowerCase(), subject])).toEqual([
    ['buyer@example.com', 'A link to all your orders'],
  ])
  const key = /\/orders\/mine\?key=([\w-]+)/.exec(shop.sent[0]?.text ?? '')?.[1] ?? ''
  const cookies = [await cookieOf(shop, key)]
  const { value } = (await shown(shop, cookies)) as unknown as {
    value: { email: string; orders: { id: string; lines: { certificate: string | null }[] }[] }
  }
  expect(value.email).toBe('buyer@example.com')
  expect(value.orders.map(({ id }) => id)).toEqual([own.orderId])
  expect(value.orders[0]?.lines[0]?.certificate).toBe(shop.certify('test-drop', 1))
})

test('with its code the mail opens the order, and all of them', async ({ ctx }) => {
  const { shop, own, other } = await given(ctx)
  shop.sent.length = 0
  await ask(ctx, shop, { orderCode: own.orderId, orderEmail: 'buyer@example.com' })
  await ask(ctx, shop, { orderCode: other.orderId, orderEmail: 'buyer@example.com' })
  expect(shop.sent).toHaveLength(1)
  expect(shop.sent[0]?.text).toContain(`/orders/${own.orderId}?key=`)
  expect(shop.sent[0]?.text).toContain('/orders/mine?key=')
})

test('the link is sealed, ends after a day, and at once on every device', async ({ ctx }) => {
  const { shop } = await given(ctx)
  const make = () => buyerToken({ sign: ctx.sign, now: ctx.now() }, 'Buyer@example.com')
  const [token, second] = [make(), make()]
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('example')
  const cookies = [await cookieOf(shop, token)]
  expect((await shown(shop, cookies)).status).toBe(200)
  expect((await shown(shop, [])).status).toBe(404)
  expect((await shown(shop, ['paco-buyer=guess'])).status).toBe(404)
  expect(shop.counted.filter((each) => each.startsWith('privateLinkMiss'))).toHaveLength(1)

  const others = buyerToken({ sign: ctx.sign, now: ctx.now() }, 'other@example.com')
  const closed = await answerOf(() => action(visit(shop, { path: mine, cookies, form: { close: 'yes' } })))
  expect(closed.status).toBe(303)
  for (const each of [token, second]) expect((await shown(shop, [`paco-buyer=${each}`])).status).toBe(404)
  expect((await shown(shop, [`paco-buyer=${others}`])).status).toBe(200)

  ctx.setNow(after(ctx.now(), 1))
  const third = make()
  ctx.setNow(after(ctx.now(), day - minute))
  expect((await shown(shop, [`paco-buyer=${third}`])).status).toBe(200)
  ctx.setNow(after(ctx.now(), minute))
  expect((await shown(shop, [`paco-buyer=${third}`])).status).toBe(404)
})

test('the page opens its own orders and their documents, and no others', async ({ ctx }) => {
  const { shop, own, other } = await given(ctx)
  const token = buyerToken({ sign: ctx.sign, now: ctx.now() }, 'buyer@example.com')
  const press = (form: Record<string, string>, cookies = [`paco-buyer=${token}`]) =>
    answerOf(() => action(visit(shop, { path: mine, form, cookies })))
  const to = `/orders/${own.orderId}/receipt.pdf`
  expect(await press({ order: own.orderId, to })).toMatchObject({ status: 303, location: to })
  for (const bad of [
    '/elsewhere',
    `/orders/${other.orderId}/refund`,
    `/orders/${own.orderId}/../x`,
    '//x.test',
  ])
    expect(await press({ order: own.orderId, to: bad })).toMatchObject({
      status: 303,
      location: `/orders/${own.orderId}`,
    })
  expect((await press({ order: other.orderId, to })).status).toBe(404)
  const unpaid = await heldOrder(shop, 3)
  await ctx.db.update(orders).set({ buyerEmail: 'buyer@example.com' }).where(eq(orders.id, unpaid.orderId))
  expect((await press({ order: unpaid.orderId })).status).toBe(404)
  expect((await press({ order: own.orderId, to }, [])).status).toBe(404)
  // What names no order opens none, and closes nothing.
  expect((await press({})).status).toBe(404)
  expect((await shown(shop, [`paco-buyer=${token}`])).status).toBe(200)
})

test('of an order of two numbers the one that was given back has no certificate and no page', async ({
  ctx,
}) => {
  const shop = givenShop(ctx)
  await shop.db.insert(trustPackages).values(sampleTrustPackages)
  await givenDrop(shop.db)
  const kind = 'drop_unit' as const
  const lines = [1, 2].map((number) => ({ kind, ref: { slug: 'test-drop', number } }))
  const started = await holdLines(shop, lines)
  await payOrder(shop, ordersOnSale, started.orderId, reservationForm())
  await refundOrder(shop, ordersOnSale, started.orderId, { position: 0 })
  const onSale = { ...ordersOnSale, drop_unit: withFreePack(ordersOnSale.drop_unit ?? { kind }) } as Sellables
  const [order] = await listed(shop, onSale)
  expect(order?.lines.map(({ certificate, page: of }) => [certificate, of])).toEqual([
    [null, null],
    [
      shop.certify('test-drop', 2),
      { to: `/orders/${started.orderId}/trust`, label: 'Free trust pack, once your form is filed' },
    ],
  ])
})

async function givenGoods(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  await givenPieces(shop.db)
  const lines = [{ kind: 'accessory' as const, ref: { accessory: 'piece', quantity: 3 } }]
  const { orderId, token } = await holdLines(shop, lines)
  await ctx.db.execute(
    `update orders set state = 'paid', paid_at = created_at, captured_cents = total_cents, buyer_name = 'Jordan Buyer', buyer_email = 'buyer@example.com' where id = '${orderId}'`,
  )
  return { shop, orderId, cookies: [`paco-order-${orderId}=${token}`] }
}

test('an order of goods is listed as paid', async ({ ctx }) => {
  const { shop } = await givenGoods(ctx)
  const [order] = await listed(shop, ordersOnSale)
  expect(order?.state).toBe('Paid')
})

test('the receipt is a tagged document with seller, items, tax, payments and refunds', async ({ ctx }) => {
  const shop = givenShop(ctx)
  shop.facts = () => ({
    ...givenShop(ctx).facts(),
    street: '1 Example Street',
    zip: '33101',
    licenseLine: 'Federal firearms license 07, special taxpayer class 2',
  })
  await givenDrop(shop.db)
  const held = await heldOrder(shop, 1)
  const { orderId, cookies } = held
  const read = async () => {
    const response = await receipt(visit(shop, { path: '/', params: { order: orderId }, cookies }))
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
    return PDFDocument.load(await response.arrayBuffer(), { updateMetadata: false })
  }
  expect((await answerOf(read)).status).toBe(404)
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  const paid = await read()
  expect(accessibilityFaults(paid)).toEqual([])
  const words = textOf(paid).replaceAll(/\s+/g, ' ')
  for (const text of [
    'Order ' + orderId,
    'Harbor Arms LLC',
    '1 Example Street',
    'Federal firearms license 07, special taxpayer class 2',
    'Jordan Buyer',
    'Test Drop',
    '$100.00',
    'Price: $2,499 before sales tax and the dealer’s fee',
    'Balance: $2,399. Due once you accept the agreement, before we build.',
  ])
    expect(words).toContain(text)
  expect(words).not.toContain('Refunded')
  for (const [buyerName, shown] of [
    ['Łukasz Nguyễn', 'Łukasz Nguyễn'],
    ['张伟 Zhang', '?? Zhang'],
  ] as const) {
    await ctx.db.update(orders).set({ buyerName }).where(eq(orders.id, orderId))
    const said = textOf(await read()).replaceAll(/\s+/g, ' ')
    expect(said).toContain(shown)
    const note = 'A question mark stands for a letter that this typeface does not have.'
    expect(said.includes(note)).toBe(shown !== buyerName)
  }
  await refundOrder(shop, ordersOnSale, orderId)
  const refunded = textOf(await read()).replaceAll(/\s+/g, ' ')
  expect(refunded).toContain('Refunded')
  expect(refunded).toContain('-$100.00')
  expect(refunded).toContain('$0.00')
})
