import { describe, expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { givenCheckout, later, payCheckout, paymentForm } from '#test/checkout-page.ts'

describe('paying', () => {
  test('reserves the number and redirects to the order', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    expect(await payCheckout(shop, held, paymentForm())).toMatchObject({
      status: 303,
      location: `/orders/${held.orderId}`,
    })
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'paid', buyerState: 'FL' })
  })

  test('with an empty form reports each missing field and charges nothing', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const form = {
      formKey: paymentForm().formKey ?? '',
      name: ' ',
      email: 'nobody',
      state: '',
      dealer: 'now',
    }
    expect(await payCheckout(shop, held, form)).toMatchObject({
      status: 422,
      value: {
        given: { name: ' ', email: 'nobody', dealer: 'now' },
        fieldErrors: {
          name: ['Enter your full name'],
          email: ['Enter an address with a domain, like name@example.com'],
          state: ['Choose the state you live in'],
          dealerCity: ['Enter the dealer’s city'],
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

  test('through a named dealer requires all dealer fields', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    expect(await payCheckout(shop, held, paymentForm({ dealer: 'now', dealerState: 'XX' }))).toMatchObject({
      status: 422,
      value: {
        fieldErrors: {
          dealerName: ['Enter the dealer’s name, or choose a dealer later'],
          dealerCity: ['Enter the dealer’s city'],
          dealerState: ['Choose the dealer’s state'],
        },
      },
    })
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

  test('with a gateway timeout redirects to the pending order', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const silent = paymentForm({ paymentToken: 'sandbox_silent_after' })
    expect(await payCheckout(shop, held, silent)).toMatchObject({
      status: 303,
      location: `/orders/${held.orderId}`,
    })
    expect(await payCheckout(shop, held, paymentForm())).toMatchObject({
      status: 303,
      location: `/orders/${held.orderId}`,
    })
    expect(await shop.db.$count(paymentAttempts)).toBe(1)
  })

  test('twice with one form charges once, and both redirect to the order', async ({ ctx }) => {
    const { shop, held } = await givenCheckout(ctx)
    const form = paymentForm()
    const answers = await Promise.all([payCheckout(shop, held, form), payCheckout(shop, held, form)])
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 303, location: `/orders/${held.orderId}` })
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
