import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { action as pay, loader as openCheckout } from '#app/features/checkout/routes/checkout.tsx'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findKnownRules, recordLocalRule } from '#app/features/compliance/store/state-rules.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { recheckOrders } from '#app/features/orders/store/review.server.ts'
import { correctBuyer } from '#app/features/orders/store/buyer.server.ts'
import { addDealers } from '#db/sample/load.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit, type TestShop } from '#test/visit.ts'
import { action as choose } from './routes/choose.tsx'
import { searchDealers } from './store/search.server.ts'
import { loader } from './routes/search.tsx'

const miami = {
  id: 'miami-fl',
  state: 'FL',
  place: 'Miami',
  zips: ['331'],
  firearms: 'prohibited' as const,
  magazines: null,
  magazineLimit: null,
  note: '',
  sources: [],
  asOf: '2026-11-20',
}

async function given(ctx: TestContext, { hasRule = true } = {}) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  await shop.db.transaction((tx) => addDealers(tx, ctx.now()))
  const prohibit = async () => {
    await transact(ctx, (work) => recordLocalRule(work, miami))
    findKnownRules.forget(shop.db)
  }
  findKnownRules.forget(shop.db)
  if (hasRule) await prohibit()
  const held = await heldOrder(shop)
  const { orderId, cookies } = held
  const at = { params: { order: orderId }, cookies }
  const { attestation, paymentToken, name, email, formKey } = reservationForm()
  const typed = { attestation, paymentToken, name, email, formKey, phone: '', state: 'FL', dealer: 'later' }
  return {
    shop,
    orderId,
    prohibit,
    order: () => findOrder(shop.db, orderId),
    pay: (form: Record<string, string>) =>
      answerOf(() => pay(visit(shop, { ...at, path: `/checkout/${orderId}`, form: { ...typed, ...form } }))),
    openCheckout: () => answerOf(() => openCheckout(visit(shop, { ...at, path: `/checkout/${orderId}` }))),
    choose: (form: Record<string, string>) =>
      answerOf(() => choose(visit(shop, { ...at, path: `/orders/${orderId}/dealer`, form }))),
    listedIn: async (town: string) => {
      const [dealer] = await searchDealers(shop.db, town, ctx.now())
      if (!dealer) throw new Error(`No sample dealer in ${town}`)
      return dealer
    },
  }
}

const picked = ({
  code,
  name,
  city,
  state,
}: {
  code: string
  name: string
  city: string
  state: string
}) => ({
  dealer: 'now',
  dealerListed: code,
  dealerName: name,
  dealerCity: city,
  dealerState: state,
})

const tampa = '33602'

describe('the rule of a place', () => {
  test('refuses a buyer who lives there, and charges nothing', async ({ ctx }) => {
    const { pay, order } = await given(ctx)
    expect(await pay({ zip: '33139' })).toMatchObject({
      status: 409,
      value: { fieldErrors: { state: [expect.stringContaining('Miami (Florida) does not allow')] } },
    })
    expect(await order()).toMatchObject({ state: 'held', capturedCents: 0 })
  })

  test('lets a buyer of another place in the state pay', async ({ ctx }) => {
    const { pay, order } = await given(ctx)
    expect(await pay({ zip: tampa })).toMatchObject({ status: 303 })
    expect(await order()).toMatchObject({ state: 'paid', buyerZip: tampa, verdict: { outcome: 'allowed' } })
  })

  test('refuses a dealer there who was picked from the list in the checkout', async ({ ctx }) => {
    const { pay, listedIn, order } = await given(ctx)
    expect(await pay({ zip: tampa, ...picked(await listedIn('33101')) })).toMatchObject({
      status: 409,
      value: { fieldErrors: { dealerState: [expect.stringContaining('Miami (Florida)')] } },
    })
    expect(await order()).toMatchObject({ state: 'held' })
  })

  test('refuses a listed dealer there at the choice after payment', async ({ ctx }) => {
    const { pay, choose, listedIn, order } = await given(ctx)
    await pay({ zip: tampa })
    expect(await choose({ listed: (await listedIn('33101')).code })).toMatchObject({ status: 409 })
    expect(await order()).toMatchObject({ dealerKey: null })
    const elsewhere = await listedIn(tampa)
    expect(await choose({ listed: elsewhere.code })).toMatchObject({ status: 303 })
    expect(await order()).toMatchObject({ dealerZip: tampa, verdict: { outcome: 'allowed' } })
  })

  test('sends a dealer to review of whom nobody knows the ZIP code', async ({ ctx }) => {
    const { pay, order } = await given(ctx)
    const named = { dealer: 'now', dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }
    await pay({ zip: tampa, ...named })
    expect(await order()).toMatchObject({
      verdict: { outcome: 'review', reasons: [{ role: 'dealer', status: 'place_unknown', place: 'Miami' }] },
    })
  })

  test('finds paid orders of its people once it is recorded', async ({ ctx }) => {
    const { pay, order, prohibit, orderId } = await given(ctx, { hasRule: false })
    await pay({ zip: '33139' })
    expect(await order()).toMatchObject({ verdict: { outcome: 'allowed' } })
    await prohibit()
    expect((await transact(ctx, (work) => recheckOrders(work, ['FL'], ''))).changed).toEqual([orderId])
    expect(await order()).toMatchObject({ verdict: { outcome: 'refused', reasons: [{ place: 'Miami' }] } })
  })
})

describe('the home ZIP code', () => {
  test('is required, and has to lie in the state', async ({ ctx }) => {
    const { pay } = await given(ctx)
    for (const zip of ['', '3313', '90001'])
      expect(await pay({ zip })).toMatchObject({
        status: 422,
        value: { fieldErrors: { zip: [expect.any(String)] } },
      })
  })

  test('is forgotten when staff correct the state without it', async ({ ctx }) => {
    const { pay, order, orderId } = await given(ctx)
    await pay({ zip: tampa })
    const { buyerName, buyerEmail, buyerPhone } = (await order()) ?? {}
    const buyer = { buyerName: buyerName ?? '', buyerEmail: buyerEmail ?? '', buyerPhone: buyerPhone ?? null }
    const correct = (more: { buyerState: string; buyerZip?: string }) =>
      transact(ctx, (work) =>
        correctBuyer(
          work,
          ordersOnSale,
          orderId,
          { ...buyer, ...more },
          { by: 'Sam', keyedHash: keyedHashOf('test key') },
        ),
      )
    await correct({ buyerState: 'TX' })
    expect(await order()).toMatchObject({ buyerState: 'TX', buyerZip: null })
    await correct({ buyerState: 'FL', buyerZip: '33101' })
    expect(await order()).toMatchObject({ buyerZip: '33101', verdict: { outcome: 'refused' } })
  })
})

describe('a dealer picked in the checkout', () => {
  test('keeps license and ZIP code, also through a declined payment', async ({ ctx }) => {
    const { pay, listedIn, order, openCheckout } = await given(ctx)
    const dealer = await listedIn(tampa)
    await pay({ zip: tampa, ...picked(dealer), paymentToken: 'sandbox_decline' })
    expect(await order()).toMatchObject({ dealerKey: expect.any(String), dealerZip: tampa })
    expect(await openCheckout()).toMatchObject({
      value: { given: { dealerListed: dealer.code, zip: tampa } },
    })
  })

  test('is another one once name, city or state was changed by hand', async ({ ctx }) => {
    const { pay, listedIn, order } = await given(ctx)
    const dealer = picked(await listedIn(tampa))
    const declined = { zip: tampa, ...dealer, paymentToken: 'sandbox_decline' }
    for (const change of [{ dealerName: 'Corner Arms' }, { dealerCity: 'Ybor' }, { dealerState: 'TX' }]) {
      await pay({ ...declined, formKey: crypto.randomUUID(), ...change })
      expect(await order()).toMatchObject({ ...change, dealerKey: null, dealerZip: null })
    }
    await pay({ ...declined, formKey: crypto.randomUUID(), dealer: 'later' })
    expect(await order()).toMatchObject({ dealerName: null, dealerKey: null, dealerZip: null })
  })

  test('is refused when the license has ended, here and at the choice after payment', async ({ ctx, db }) => {
    const { shop, pay, choose, listedIn, order, orderId } = await given(ctx)
    const dealer = await listedIn(tampa)
    await db.execute(sql`update dealers set expiry = '4A' where code = ${dealer.code}`)
    expect(await pay({ zip: tampa, ...picked(dealer) })).toMatchObject({
      status: 409,
      value: { fieldErrors: { dealerName: [expect.stringContaining('license has ended')] } },
    })
    expect((await searchDealers(shop.db, tampa, ctx.now())).map(({ code }) => code)).not.toContain(
      dealer.code,
    )
    await payOrder(shop, ordersOnSale, orderId, reservationForm({ zip: tampa }))
    expect(await choose({ listed: dealer.code })).toMatchObject({
      status: 409,
      value: { fieldErrors: { form: [expect.stringContaining('license has ended')] } },
    })
    expect(await order()).toMatchObject({ dealerKey: null })
  })
})

async function countedFor(shop: TestShop, path: string, cookies: readonly string[] = []) {
  shop.counted.length = 0
  const { status } = await answerOf(() => loader(visit(shop, { path, cookies })))
  return { status, counted: [...shop.counted] }
}

test('a buyer’s searches are counted by the order', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const shop = givenShop(ctx)
  const [one, other] = [await heldOrder(shop, 1), await heldOrder(shop, 2)]
  for (const { orderId, cookies } of [one, other])
    expect(await countedFor(shop, `/dealers/search?near=33139&order=${orderId}`, cookies)).toEqual({
      status: 200,
      counted: [`dealerSearch order ${orderId}`, 'dealerSearchShared 192.0.2.1'],
    })
})

test('without an order of one’s own the address is counted', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const shop = givenShop(ctx)
  const { orderId } = await heldOrder(shop, 1)
  const forged = [`paco-order-${orderId}=${'a'.repeat(43)}`]
  for (const [path, cookies] of [
    ['/dealers/search?near=33139', []],
    [`/dealers/search?near=33139&order=${orderId}`, []],
    [`/dealers/search?near=33139&order=${orderId}`, forged],
    ['/dealers/search?near=33139&order=%00', forged],
  ] as const)
    expect(await countedFor(shop, path, cookies), path).toEqual({
      status: 200,
      counted: ['dealerSearch address 192.0.2.1'],
    })
})

test('beyond either limit the search refuses, and says for how long', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const shop = givenShop(ctx)
  const { orderId, cookies } = await heldOrder(shop, 1)
  for (const limit of ['dealerSearch', 'dealerSearchShared'] as const) {
    shop.refusing.clear()
    shop.refusing.add(limit)
    const path = `/dealers/search?near=33139&order=${orderId}`
    expect((await countedFor(shop, path, cookies)).status).toBe(429)
  }
})
