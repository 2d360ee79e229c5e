import { describe, expect } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { action, loader } from './checkout.tsx'

type Held = Awaited<ReturnType<typeof heldOrder>>

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  return { shop, held: await heldOrder(shop) }
}

const at = ({ orderId, cookies }: Held, form?: Record<string, string>) => ({
  path: `/checkout/${orderId}`,
  params: { order: orderId },
  cookies,
  ...(form && { form }),
})

const page = (shop: TestShop, held: Held) => answerOf(() => loader(visit(shop, at(held))))
const pay = (shop: TestShop, held: Held, form: Record<string, string>) =>
  answerOf(() => action(visit(shop, at(held, form))))

/** The form as a browser sends it. */
function typed(values: Record<string, string> = {}): Record<string, string> {
  const form = reservationForm()
  return {
    formKey: form.formKey,
    name: form.name,
    email: form.email,
    phone: '',
    state: 'FL',
    zip: '33139',
    dealer: 'later',
    dealerName: '',
    dealerCity: '',
    dealerState: '',
    attestation: 'yes',
    paymentToken: 'sandbox_approve',
    ...values,
  }
}

const later = (ctx: TestContext, minutes: number) =>
  ctx.setNow(new Date(ctx.now().getTime() + minutes * minute))

describe('paying', () => {
  test('reserves the number and redirects to the order', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    expect(await pay(shop, held, typed())).toMatchObject({ status: 303, location: `/orders/${held.orderId}` })
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'paid', buyerState: 'FL' })
  })

  test('with an empty form reports each missing field and charges nothing', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    const form = { formKey: typed().formKey ?? '', name: ' ', email: 'nobody', state: '', dealer: 'now' }
    expect(await pay(shop, held, form)).toMatchObject({
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
    const { shop, held } = await given(ctx)
    for (const total of ['9999', '10001', '0'])
      expect(await pay(shop, held, typed({ total }))).toMatchObject({ status: 409 })
    expect(await shop.db.$count(paymentAttempts)).toBe(0)
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'held' })
    expect(await pay(shop, held, typed({ total: '10000' }))).toMatchObject({ status: 303 })
  })

  test('through a named dealer requires all dealer fields', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    expect(await pay(shop, held, typed({ dealer: 'now', dealerState: 'XX' }))).toMatchObject({
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

  test('from a state that prohibits is refused beside the field, with the date of the rule', async ({
    ctx,
  }) => {
    const { shop, held } = await given(ctx)
    const form = typed({ state: 'CA', zip: '90001' })
    expect(await pay(shop, held, form)).toMatchObject({
      status: 409,
      value: {
        fieldErrors: {
          state: [
            expect.stringMatching(
              /^California does not allow .*\(rule checked \w+ \d+, 2026, source [\w.]+\)/,
            ),
          ],
          dealerState: undefined,
        },
        given: { name: 'Jordan Buyer', state: 'CA', attestation: 'yes', paymentToken: 'sandbox_approve' },
      },
    })
    expect(await shop.db.$count(paymentAttempts)).toBe(0)
  })

  test('through a dealer in such a state is refused beside the dealer', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    const dealer = { dealer: 'now', dealerName: 'Any Arms', dealerCity: 'Fresno', dealerState: 'CA' }
    expect(await pay(shop, held, typed(dealer))).toMatchObject({
      status: 409,
      value: {
        fieldErrors: { state: undefined, dealerState: [expect.stringContaining('by dealers there')] },
      },
    })
  })

  test('from a state with conditions succeeds, and the order shows the review', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    await pay(shop, held, typed({ state: 'MD', zip: '21201' }))
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({
      state: 'paid',
      verdict: { outcome: 'review' },
    })
  })

  test('with a declined card shows the reason, time left and the input', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    const form = typed({ paymentToken: 'sandbox_decline', phone: '(305) 555-0142' })
    expect(await pay(shop, held, form)).toMatchObject({ status: 303, location: `/checkout/${held.orderId}` })
    const { value } = await page(shop, held)
    expect(value).toMatchObject({
      over: null,
      given: { name: 'Jordan Buyer', email: 'buyer@example.com', phone: '+13055550142', state: 'FL' },
      declined: {
        text: expect.stringContaining('The bank declined the card: insufficient funds. Nothing was charged'),
      },
    })
    expect((value as { formKey: string }).formKey).not.toBe(form.formKey)
  })

  test('with a gateway timeout redirects to the pending order', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    const silent = typed({ paymentToken: 'sandbox_silent_after' })
    expect(await pay(shop, held, silent)).toMatchObject({ status: 303, location: `/orders/${held.orderId}` })
    expect(await pay(shop, held, typed())).toMatchObject({ status: 303, location: `/orders/${held.orderId}` })
    expect(await shop.db.$count(paymentAttempts)).toBe(1)
  })

  test('twice with one form charges once, and both redirect to the order', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    const form = typed()
    const answers = await Promise.all([pay(shop, held, form), pay(shop, held, form)])
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 303, location: `/orders/${held.orderId}` })
    expect(await shop.db.$count(paymentAttempts)).toBe(1)
  })

  test('with a used form key and other details is refused and gets a new key', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    const form = typed({ paymentToken: 'sandbox_decline' })
    await pay(shop, held, form)
    const answer = await pay(shop, held, { ...form, name: 'Somebody Else' })
    expect(answer).toMatchObject({
      status: 409,
      value: {
        fieldErrors: { form: [expect.stringMatching(/^This form was already sent with other details/)] },
        given: { name: 'Somebody Else' },
      },
    })
    const { formKey } = answer.value as { formKey: string }
    const again = await pay(shop, held, { ...typed({ name: 'Somebody Else' }), formKey })
    expect(again).toMatchObject({ location: `/orders/${held.orderId}` })
  })

  test('after the hold expired shows that', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    later(ctx, 11)
    expect(await pay(shop, held, typed())).toMatchObject({
      status: 303,
      location: `/checkout/${held.orderId}`,
    })
    expect(await page(shop, held)).toMatchObject({ value: { over: 'expired' } })
    expect(await shop.db.$count(paymentAttempts)).toBe(0)
  })

  test('too often, on one order or with one card, is refused with a retry time', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    shop.limits = { ...shop.limits, isOn: true }
    const decline = () => pay(shop, held, typed({ paymentToken: 'sandbox_decline~mine' }))
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

  test('beyond the buyer limit is refused at the email or the card', async ({ ctx }) => {
    const shop = givenShop(ctx)
    shop.limits = { ...shop.limits, isOn: true }
    await givenDrop(shop.db, { totalUnits: 6 })
    const payAs = async (email: string, card: string) =>
      pay(shop, await heldOrder(shop, null), typed({ email, paymentToken: `sandbox_approve~${card}` }))
    await payAs('buyer@example.com', 'one')
    expect(await payAs('Buyer+2@example.com', 'two')).toMatchObject({ status: 303 })
    expect(await payAs('buyer@example.com', 'three')).toMatchObject({
      status: 409,
      value: { fieldErrors: { email: [expect.stringContaining('This email already has 2 numbers')] } },
    })
    await payAs('other@example.com', 'one')
    expect(await payAs('third@example.com', 'one')).toMatchObject({
      status: 409,
      value: {
        fieldErrors: { paymentToken: [expect.stringContaining('This card has already paid for 2 numbers')] },
      },
    })
    expect(await shop.db.$count(paymentAttempts)).toBe(3)
  })

  test('with an unknown card never echoes it', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    const answer = await pay(shop, held, typed({ paymentToken: '4111111111111111', name: '' }))
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer)).not.toContain('4111')
  })
})
