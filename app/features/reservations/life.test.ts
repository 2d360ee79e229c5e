import { expect } from 'vitest'
import { day, minute } from '#app/kit/clock.ts'
import { acceptAgreement, declined, pay, reserve } from '#test/buyer-steps.ts'
import { transact } from '#app/db/db.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { shopZone } from '#test/moment.ts'
import { givenDrop, givenPaymentContext, ordersOnSale } from '#test/shop.ts'
import { linkIn, textOf, visitor } from '#test/visitor.ts'
import { type Move, moveReservation } from './store/move.server.ts'
import { requestBalance as askForBalance } from './store/balance.server.ts'
import { sendAgreement } from './store/agreement.server.ts'

async function given(ctx: TestContext) {
  await givenDrop(ctx.db, { name: 'Journey', totalUnits: 50 })
  const buyer = await visitor(ctx)
  const { orderId, email } = await reserve(buyer, 'test-drop', 6)
  const stage = () => textOf(buyer.document.querySelector('[aria-current=step]'))
  return {
    buyer,
    orderId,
    email,
    stage,
    move: async (...stages: Stage[]) => {
      for (const to of stages) {
        buyer.wait(minute)
        await moveTo(ctx, orderId, to, { overrideReason: 'journey' })
      }
    },
    show: () => buyer.open(`/orders/${orderId}`),
  }
}

function moveTo(ctx: TestContext, orderId: string, to: Stage, more: Partial<Move> = {}) {
  const life = { sellables: ordersOnSale, timeZone: shopZone }
  return transact(ctx, (work) => moveReservation(work, life, { orderId, to, by: 'sam', ...more }))
}

function sendTerms(ctx: TestContext, orderId: string) {
  const terms = {
    position: 0,
    variant: 'Black, 10.3 in',
    includes: 'Case and two magazines',
    priceCents: 249_900,
  }
  return transact(ctx, (work) => sendAgreement(work, ordersOnSale, { orderId, by: 'sam', ...terms }))
}

async function askBalance(ctx: TestContext, orderId: string, county?: string) {
  const prices = await findPrices(givenPaymentContext(ctx))
  const request = { orderId, position: 0, by: 'sam', ...(county && { county }) }
  return transact(ctx, (work) => askForBalance(work, request, prices, shopZone))
}

test('the buyer accepts the final price and follows the forms to the pick-up', async ({ ctx }) => {
  const { buyer, orderId, email, stage, move, show } = await given(ctx)
  expect(stage()).toContain('Reserved')
  expect(buyer.parts('link', 'Choose a dealer')).toHaveLength(1)

  await sendTerms(ctx, orderId)
  await buyer.mail(email, /^Your final price: Journey, number 6 of 50/)
  await show()
  await buyer.follow('Read and accept')
  expect(buyer.heading).toBe('Your final price')
  expect(buyer.text).toContain('$2,399.00')
  buyer.fillOne('A trust or company of mine', true)
  buyer.fillOne(/^I accept the final price of \$2,499/, true)
  await buyer.press('Accept')
  expect(stage()).toContain('Price agreed')
  await buyer.mail(email, /^Price agreed: Journey/)

  expect(await moveTo(ctx, orderId, 'balance_paid')).toMatchObject({ ok: false })
  await move('balance_paid', 'in_build', 'built', 'form3_filed')
  await buyer.mail(email, /^Form 3 filed: Journey, number 6 of 50/)
  await show()
  expect(stage()).toContain('Form 3 filed')
  expect(buyer.text).toContain('you can no longer refund the deposit on this page')
  expect(buyer.parts('link', 'Refund the deposit')).toEqual([])
  await move('form3_approved')
  await show()
  expect(stage()).toContain('Form 3 approved')
  expect(buyer.text).toContain('It is not your approval: that is Form 4')
  await moveTo(ctx, orderId, 'shipped', { overrideReason: 'journey', carrier: 'ups', tracking: '1Z999' })
  await show()
  expect(buyer.parts('link', 'UPS 1Z999')).toHaveLength(1)
  await move('at_dealer', 'form4_filed')
  await show()
  expect(stage()).toContain('Form 4 filed')
  expect(buyer.text).toContain('We estimate 90 to 180 days for the review of a Form 4.')
  await move('form4_approved', 'picked_up')
  await buyer.mail(email, /^Picked up: Journey/)
  await show()
  expect(buyer.text).toContain('Keep a copy of the approved Form 4 with the firearm.')
})

test('the buyer gets a balance request, pays it after a declined card, the reservation moves on, and a refund covers both', async ({
  ctx,
}) => {
  const reserved = await given(ctx)
  const { buyer, orderId, email, stage, show } = reserved
  await sendTerms(ctx, orderId)
  await acceptAgreement(buyer, orderId)
  expect(await askBalance(ctx, orderId)).toMatchObject({ ok: false })
  expect(await askBalance(ctx, orderId, 'Miami-Dade')).toMatchObject({ ok: true })

  const mail = await buyer.mail(email, /^Balance due .*: Journey, number 6 of 50/)
  buyer.wait(day)
  await buyer.open(linkIn(mail, /\/orders\//))
  expect([buyer.path, buyer.heading]).toEqual([`/orders/${orderId}/balance/0`, 'Balance due'])
  expect(buyer.text).toContain('$2,399.00')
  await buyer.press('Pay $2,573.93')
  expect(buyer.path).toMatch(/^\/checkout\//)
  expect(buyer.field('Email').value).toBe(email)
  expect(buyer.text).toContain('Sales tax: Florida 6%, Miami-Dade 1%')
  expect(buyer.parts('timer')).toHaveLength(1)
  buyer.fillOne(/I agree to the price shown/, true)
  await pay(buyer, declined)
  expect(buyer.alerts.join(' ')).toContain('Payment declined')
  await pay(buyer)
  expect(buyer.heading).toBe('Thank you')
  await buyer.mail(email, /^Paid: the balance of your order/)
  await buyer.mail(email, /^Balance paid: Journey/)
  await show()
  expect(stage()).toContain('Balance paid')

  await buyer.open(`/orders/${orderId}/refund`)
  expect(buyer.text).toContain('Its balance of $2,573.93 is refunded with it.')
  await buyer.press(/^Refund \$2,673/)
  expect(buyer.heading).toBe('Refunded')
  // The balance is an order of its own, whose refund a job makes.
  buyer.wait(minute)
  await buyer.run('reconcile-refunds')
  await buyer.open(`/orders/${orderId}/balance/0`)
  expect(buyer.heading).toBe('No longer due')
})
