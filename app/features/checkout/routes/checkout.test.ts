import { describe, expect } from 'vitest'
import { test, type TestContext } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, paymentForm, givenShop, heldOrder, visit, type TestShop } from '#test/visit.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { drops, dropVariants } from '#app/features/drops/tables.ts'
import { orders } from '#app/features/orders/tables.ts'
import { action as change } from './change-hold.tsx'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { saveBuyer } from '../store/hold.server.ts'
import { action, loader } from './checkout.tsx'
import { minute } from '#app/kit/clock.ts'

describe('the page', () => {
  test('shows what is held, for how long, and how to pay', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    expect(await checkoutPage(shop, held)).toMatchObject({
      status: 200,
      value: {
        over: null,
        theme: 'noir',
        plate: { dropName: 'Test Drop', unitNumber: 2, total: 3 },
        totalCents: 10_000,
        canRenew: true,
        attestation: expect.stringContaining('I am 21 or older, no law keeps me'),
        way: { kind: 'test-cards', cards: [{ token: 'sandbox_approve' }, {}, {}, {}, {}, {}, {}] },
        declined: null,
      },
    })
  })

  test('names what is reserved, its price and its balance', async ({ ctx }) => {
    const shop = givenShop(ctx)
    const drop = await givenDrop(shop.db)
    const variant = { dropId: drop.id, caliber: '5.56 NATO', barrel: '10.3 in', finish: 'Gray' }
    await shop.db.insert(dropVariants).values({ ...variant, name: 'Field' })
    const held = await heldOrder(shop)
    const offered = () => offeredOn(shop, held)
    expect(await offered()).toEqual([
      { term: 'Variant', value: 'Field' },
      { term: 'Caliber', value: '5.56 NATO' },
      { term: 'Barrel', value: '10.3 in' },
      { term: 'Finish', value: 'Gray' },
      { term: 'Price', value: '$2,499 before sales tax and the dealer’s fee' },
      { term: 'Included', value: 'Certificate, patch, drop card and case' },
      { term: 'Balance', value: '$2,399. Due once you accept the agreement, before we build.' },
    ])
    await shop.db.update(dropVariants).set({ price: 1, caliber: '.300 BLK' })
    expect(await offered()).toContainEqual({ term: 'Caliber', value: '5.56 NATO' })
  })

  test('names what a number without variants was held as, whatever its drop says since', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const [drop] = await shop.db.select().from(drops)
    const offered = () => offeredOn(shop, held)
    const before = await offered()
    expect(before).toContainEqual({ term: 'Price', value: '$2,499 before sales tax and the dealer’s fee' })
    await shop.db.update(drops).set({ basePrice: 1, caliber: '.300 BLK' })
    await shop.db.insert(dropVariants).values({
      dropId: drop?.id ?? '',
      name: 'Night',
      caliber: '5.56 NATO',
      barrel: '10.3 in',
      finish: 'Gray',
    })
    expect(await offered()).toEqual(before)
  })

  test('opens only for its buyer', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const stranger = { ...held, cookies: [] }
    expect(await checkoutPage(shop, stranger)).toMatchObject({ status: 404 })
    expect(await payCheckout(shop, stranger, paymentForm())).toMatchObject({ status: 404 })
    for (const what of ['renewal', 'cancellation', 'removal'])
      expect(await changeHold(shop, stranger, what)).toMatchObject({ status: 404 })
    const guess = { ...held, cookies: [`paco-order-${held.orderId}=${'A'.repeat(43)}`] }
    expect(await payCheckout(shop, guess, paymentForm())).toMatchObject({ status: 404 })
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'held', buyerName: null })
    expect(shop.counted.filter((limit) => limit.startsWith('privateLinkMiss'))).toHaveLength(1)
    await shop.db.update(orders).set({ linkEpoch: 'ended' })
    expect(await payCheckout(shop, held, paymentForm()), 'by a link that was ended').toMatchObject({
      status: 404,
    })
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'held', buyerName: null })
  })

  test('reads a form by what its order needs, whatever fields it has', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const { dealer: _, ...without } = paymentForm()
    expect(await payCheckout(shop, held, without)).toMatchObject({
      status: 422,
      value: { fieldErrors: { dealer: expect.anything() } },
    })
    const { email: __, ...nameless } = paymentForm()
    expect(await payCheckout(shop, held, nameless)).toMatchObject({
      status: 422,
      value: { fieldErrors: { email: expect.anything() } },
    })
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'held', quotedAt: null })
  })

  test('has a notice for every restricted state', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const { value } = await checkoutPage(shop, held)
    const said = (value as { notices: Record<'buyer' | 'dealer', string> }).notices
    const read = (json: string) => JSON.parse(json) as Record<string, { outcome: string }>
    const notices = { buyer: read(said.buyer), dealer: read(said.dealer) }
    expect(notices.buyer.CA).toMatchObject({
      outcome: 'refused',
      text: expect.stringMatching(
        /California .*\(Cal\. Penal Code 32310, 33215 and 33410, checked \w+ \d+, 2026\)/,
      ),
    })
    expect(notices.dealer.CA).toMatchObject({ text: expect.stringContaining('dealers there') })
    expect(notices.buyer.MD).toMatchObject({
      outcome: 'review',
      text: expect.stringContaining('our staff check'),
    })
    expect(notices.buyer.FL).toBeUndefined()
  })
})

describe('the hold', () => {
  test('is extended until half an hour is reached', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    for (const passed of [9, 9, 9]) {
      later(ctx, passed)
      expect(await changeHold(shop, held, 'renewal')).toMatchObject({
        status: 303,
        location: `/checkout/${held.orderId}`,
      })
    }
    expect(await checkoutPage(shop, held)).toMatchObject({ value: { canRenew: false, over: null } })
  })

  test('is rate limited', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    shop.refusing.add('orderChange')
    for (const what of ['renewal', 'cancellation', 'removal'])
      expect(await changeHold(shop, held, what)).toMatchObject({
        status: 429,
        value: { refusal: 'Too many tries. Please try again in 2 minutes.' },
      })
    expect(await checkoutPage(shop, held)).toMatchObject({ value: { over: null } })
  })

  test('cannot be released during a payment, nor given to another buyer', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const form = paymentForm({ paymentToken: 'sandbox_review' })
    await payCheckout(shop, held, form)
    await changeHold(shop, held, 'cancellation')
    await saveBuyer({ tx: shop.db }, held.orderId, { buyerName: 'Another' })
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'review', buyerName: form.name })
  })
})

test('errors of hidden fields are reported for the whole form', async ({ ctx }) => {
  const { shop, held } = await givenCheckout(ctx)
  for (const hidden of [{ total: '-1' }, { total: 'NaN' }, { total: '1e30' }, { formKey: 'a' }])
    expect(await payCheckout(shop, held, paymentForm(hidden))).toMatchObject({
      status: 422,
      value: {
        fieldErrors: {
          form: ['This form arrived incomplete, and nothing was charged. Check it and send it again.'],
        },
      },
    })
  const both = await payCheckout(shop, held, paymentForm({ total: '-1', formKey: '', name: '' }))
  expect((both.value as { fieldErrors: object }).fieldErrors).toEqual({
    name: ['Enter your full name'],
    form: ['This form arrived incomplete, and nothing was charged. Check it and send it again.'],
  })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'held' })
})

describe('paying', () => {
  test('with an empty form reports each missing field and charges nothing', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const form = {
      formKey: paymentForm().formKey ?? '',
      name: ' ',
      email: 'nobody',
      state: '',
      dealer: 'now',
      dealerState: 'XX',
    }
    expect(await payCheckout(shop, held, form)).toMatchObject({
      status: 422,
      value: {
        given: { name: ' ', email: 'nobody', dealer: 'now' },
        fieldErrors: {
          name: ['Enter your full name'],
          email: ['Enter an address with a domain, like name@example.com'],
          state: ['Choose the state you live in'],
          dealerName: ['Enter the dealer’s name, or choose a dealer later'],
          dealerCity: ['Enter the dealer’s city'],
          dealerState: ['Choose the dealer’s state'],
          attestation: ['Check this box to continue'],
        },
      },
    })
    expect(await shop.db.$count(paymentAttempts)).toBe(0)
    expect(shop.counted).toEqual([])
  })

  test('with another total than displayed charges nothing', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    for (const total of ['9999', '10001', '0'])
      expect(await payCheckout(shop, held, paymentForm({ total }))).toMatchObject({ status: 409 })
    expect(await shop.db.$count(paymentAttempts)).toBe(0)
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'held' })
    expect(await payCheckout(shop, held, paymentForm({ total: '10000' }))).toMatchObject({ status: 303 })
  })

  test('through a dealer in such a state is refused beside the dealer', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const dealer = { dealer: 'now', dealerName: 'Any Arms', dealerCity: 'Fresno', dealerState: 'CA' }
    expect(await payCheckout(shop, held, paymentForm(dealer))).toMatchObject({
      status: 409,
      value: {
        fieldErrors: { state: undefined, dealerState: [expect.stringContaining('by dealers there')] },
      },
    })
  })

  test('twice with one form charges once, and both redirect to the order', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const form = paymentForm()
    const answers = await Promise.all([payCheckout(shop, held, form), payCheckout(shop, held, form)])
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 303, location: `/orders/${held.orderId}` })
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'paid', buyerState: 'FL' })
    expect(await shop.db.$count(paymentAttempts)).toBe(1)
  })

  test('too often, on one order or with one card, is refused with a retry time', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    shop.limits = { ...shop.limits, isOn: true }
    const decline = () => payCheckout(shop, held, paymentForm({ paymentToken: 'sandbox_decline~mine' }))
    for (let tries = 0; tries < 3; tries++) expect(await decline()).toMatchObject({ status: 303 })
    expect(await decline()).toMatchObject({ status: 303 })
    expect(await decline()).toMatchObject({
      status: 429,
      value: {
        fieldErrors: { form: ['Too many tries. Please try again in 10 minutes.'] },
        given: { name: 'Jordan Buyer' },
      },
    })
    expect(await shop.db.$count(paymentAttempts)).toBe(4)
    later(ctx, 9)
    expect(await decline()).toMatchObject({ status: 429 })
  })

  test('beyond the buyer limit is refused at the email, the card or the name', async ({ ctx }) => {
    const shop = givenShop(ctx)
    shop.limits = { ...shop.limits, isOn: true }
    await givenDrop(shop.db, { totalUnits: 6 })
    const payAs = async (email: string, card: string, name = card) =>
      payCheckout(
        shop,
        await heldOrder(shop, null),
        paymentForm({ email, name: `Ana ${name}`, paymentToken: `sandbox_approve~${card}` }),
      )
    await payAs('buyer@example.com', 'one')
    expect(await payAs('Buyer+2@example.com', 'two')).toMatchObject({ status: 303 })
    expect(await payAs('buyer@example.com', 'three')).toMatchObject({
      status: 409,
      value: { fieldErrors: { email: [expect.stringContaining('This email already has 2 numbers')] } },
    })
    await payAs('other@example.com', 'one', 'two')
    expect(await payAs('third@example.com', 'one', 'three')).toMatchObject({
      status: 409,
      value: {
        fieldErrors: { paymentToken: [expect.stringContaining('This card has already paid for 2 numbers')] },
      },
    })
    expect(await payAs('fourth@example.com', 'four', 'two')).toMatchObject({
      status: 409,
      value: { fieldErrors: { name: [expect.stringContaining('this name and ZIP code already has 2')] } },
    })
    expect(await shop.db.$count(paymentAttempts)).toBe(3)
  })

  test('with an unknown card never echoes it', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const answer = await payCheckout(shop, held, paymentForm({ paymentToken: '4111111111111111', name: '' }))
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer)).not.toContain('4111')
  })
})

type Held = Awaited<ReturnType<typeof heldOrder>>

async function givenCheckout(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  return { shop, held: await heldOrder(shop) }
}

const atCheckout = ({ orderId, cookies }: Held, form?: Record<string, string>) => ({
  path: `/checkout/${orderId}`,
  params: { order: orderId },
  cookies,
  ...(form && { form }),
})

const changeHold = (shop: TestShop, held: Held, what: string) =>
  answerOf(() => change(visit(shop, { ...atCheckout(held, {}), path: `/checkout/${held.orderId}/${what}` })))

const checkoutPage = (shop: TestShop, held: Held) => answerOf(() => loader(visit(shop, atCheckout(held))))
async function offeredOn(shop: TestShop, held: Held) {
  const { value } = await checkoutPage(shop, held)
  return (value as { lines: { offered: { term: string; value: string }[] }[] }).lines[0]?.offered
}

const payCheckout = (shop: TestShop, held: Held, form: Record<string, string>) =>
  answerOf(() => action(visit(shop, atCheckout(held, form))))

const later = (ctx: TestContext, minutes: number) =>
  ctx.setNow(new Date(ctx.now().getTime() + minutes * minute))
