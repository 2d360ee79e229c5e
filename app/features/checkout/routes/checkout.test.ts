import { describe, expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { drops, dropVariants } from '#app/features/drops/tables.ts'
import { unreadableWords } from '../words.ts'
import { action as cancel } from './cancel.tsx'
import { action as renew } from './renew.tsx'
import {
  atCheckout,
  givenCheckout,
  later,
  checkoutPage,
  payCheckout,
  paymentForm,
} from '#test/checkout-page.ts'

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
    const offered = async () => {
      const { value } = await checkoutPage(shop, held)
      return (value as { lines: { offered: { term: string; value: string }[] }[] }).lines[0]?.offered
    }
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
    const offered = async () => {
      const { value } = await checkoutPage(shop, held)
      return (value as { lines: { offered: { term: string; value: string }[] }[] }).lines[0]?.offered
    }
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
    for (const act of [renew, cancel])
      expect(await answerOf(() => act(visit(shop, atCheckout(stranger, {}))))).toMatchObject({ status: 404 })
  })

  test('has a notice for every restricted state', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const { value } = await checkoutPage(shop, held)
    const { notices } = value as { notices: Record<'buyer' | 'dealer', Record<string, { outcome: string }>> }
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

  test('of a paid order redirects to the order', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    await payCheckout(shop, held, paymentForm())
    expect(await checkoutPage(shop, held)).toMatchObject({ status: 302, location: `/orders/${held.orderId}` })
  })
})

describe('the hold', () => {
  test('is extended until half an hour is reached', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    for (const passed of [9, 9, 9]) {
      later(ctx, passed)
      expect(await answerOf(() => renew(visit(shop, atCheckout(held, {}))))).toMatchObject({
        status: 303,
        location: `/checkout/${held.orderId}`,
      })
    }
    expect(await checkoutPage(shop, held)).toMatchObject({ value: { canRenew: false, over: null } })
  })

  test('is rate limited', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    shop.refusing.add('orderChange')
    for (const act of [renew, cancel])
      expect(await answerOf(() => act(visit(shop, atCheckout(held, {}))))).toMatchObject({
        status: 429,
        value: { refusal: 'Too many tries. Please try again in 2 minutes.' },
      })
    expect(await checkoutPage(shop, held)).toMatchObject({ value: { over: null } })
  })

  test('cannot be released during a payment', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    await payCheckout(shop, held, paymentForm({ paymentToken: 'sandbox_review' }))
    await answerOf(() => cancel(visit(shop, atCheckout(held, {}))))
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'review' })
  })
})

test('errors of hidden fields are reported for the whole form', async ({ ctx }) => {
  const { shop, held } = await givenCheckout(ctx)
  for (const hidden of [{ total: '-1' }, { total: 'NaN' }, { total: '1e30' }, { formKey: 'a' }])
    expect(await payCheckout(shop, held, paymentForm(hidden))).toMatchObject({
      status: 422,
      value: { fieldErrors: { form: [unreadableWords] } },
    })
  const both = await payCheckout(shop, held, paymentForm({ total: '-1', formKey: '', name: '' }))
  expect((both.value as { fieldErrors: object }).fieldErrors).toEqual({
    name: ['Enter your full name'],
    form: [unreadableWords],
  })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'held' })
})
