import { expect } from 'vitest'
import { day, minute } from '#app/kit/clock.ts'
import { acceptAgreement, declined, fillIn, hold, pay, reserve } from '#test/buyer-steps.ts'
import { transact } from '#app/db/work.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { shopZone } from '#test/moment.ts'
import { givenDrop, givenPaymentContext, ordersOnSale } from '#test/shop.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'
import { type Move, moveReservation } from './store/move.server.ts'
import { requestBalance as askForBalance } from './store/balance.server.ts'
import { sendAgreement } from './store/agreement.server.ts'

async function given(ctx: TestContext) {
  await givenDrop(ctx.db, { name: 'Journey', totalUnits: 50 })
  const buyer = await visitor(ctx)
  const { orderId, email } = await reserve(buyer, 'test-drop', 6)
  const desk = buyer.another()
  await desk.signIn('manager')
  const stage = () => textOf(buyer.document.querySelector('[aria-current=step]'))
  return {
    buyer,
    desk,
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

async function perform(
  desk: Visitor,
  orderId: string,
  verb: string,
  fields: [label: string | RegExp, value: string][],
  button: string,
) {
  await desk.open(`/staff/orders/${orderId}?do=${verb}`)
  for (const [label, value] of fields) desk.fillOne(label, value)
  await desk.press(button)
}

async function requestBalance({ buyer, desk, orderId, email }: Awaited<ReturnType<typeof given>>) {
  await desk.open(`/staff/orders/${orderId}?do=send_agreement`)
  desk.fill({ 'What is built': 'Black, 10.3 in', 'What the price includes': 'Case and two magazines' })
  desk.fillOne(/^Final price in dollars/, '2499')
  await desk.press('Preview the email')
  const preview = textOf(desk.part('region', 'Mail preview'))
  for (const words of [email, 'Your final price', '$2,499']) expect(preview).toContain(words)
  expect(desk.field('What is built').value).toBe('Black, 10.3 in')
  await desk.press('Send to the buyer')
  await desk.mail(email, /^Your final price: Journey, number 6 of 50/)
  await acceptAgreement(buyer, orderId)
  await buyer.mail(email, /^Price agreed: Journey/)
  await perform(
    desk,
    orderId,
    'request_balance',
    [[/county in Florida/, 'Miami-Dade']],
    'Ask for the balance',
  )
  expect(desk.path).not.toContain('?do=')
  return desk.mail(email, /^Balance due .*: Journey, number 6 of 50/)
}

const ledger = (desk: Visitor) => textOf(desk.part('row', /Balance, with its tax 2,573\.93/))

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

test('a correction puts a reservation in review: its balance waits, and is due later by the days of the review', async ({
  ctx,
}) => {
  const reserved = await given(ctx)
  const { buyer, desk, orderId, email, show } = reserved
  const before = dueDay((await requestBalance(reserved)).subject)
  expect(before).toBe('December 4, 2026')
  expect(ledger(desk)).toContain('due')
  await buyer.open(`/orders/${orderId}/balance/0`)
  expect(buyer.parts('definition').map(textOf)).toContain(before)

  // The buyer moved: Maryland is reviewed.
  await perform(desk, orderId, 'correct_buyer', [['State of residence', 'MD']], 'Save correction')
  await desk.mail(email, /^Your order is in review/)
  await desk.open(`/staff/orders/${orderId}`)
  const watch = () => buyer.run('watch-balances')
  await watch()
  await desk.open(`/staff/orders/${orderId}`)
  expect(ledger(desk)).toContain('paused')
  await desk.open('/staff/orders?balance=due')
  expect(desk.parts('row').map(textOf).join('\n')).toContain(orderId)

  await buyer.press('Pay $2,573.93')
  expect(buyer.status).toBe(409)
  expect(buyer.alerts.join(' ')).toContain('nothing is paid or released until that is decided')
  expect(buyer.heading).toBe('Balance on hold')
  expect(buyer.parts('button', /^Pay/)).toEqual([])
  expect(buyer.text).toContain('Set once the review is decided')
  await show()
  expect(buyer.text).toMatch(/waits while we review your reservation/)

  buyer.wait(2 * day)
  await desk.signIn('manager')
  const note = 'Permit seen, copy in the folder.'
  await perform(desk, orderId, 'approve', [[/^Note, with your name/, note]], 'Approve')
  await watch()
  const resumed = await desk.mail(email, /^More time to pay, until /)
  const after = dueDay(resumed.subject)
  expect(after).toBe('December 6, 2026') // the review was open for two days
  expect(resumed.text).toContain(`is now due ${after}`)
  await desk.open(`/staff/orders/${orderId}`)
  expect(ledger(desk)).toContain('due')
  await buyer.open(`/orders/${orderId}/balance/0`)
  expect(buyer.parts('definition').map(textOf)).toContain(after)
  await buyer.press('Pay $2,573.93')
  expect(buyer.path).toMatch(/^\/checkout\//)
})

test('an unpaid balance is released after the days of grace: the number is on sale again, and the deposit is refunded by policy', async ({
  ctx,
}) => {
  const reserved = await given(ctx)
  const { buyer, desk, orderId, email } = reserved
  await requestBalance(reserved)
  const end = () =>
    perform(
      desk,
      orderId,
      'close',
      [
        [/^Why it ends/, 'unpaid'],
        [/^What the buyer reads/, 'We reminded you twice.'],
      ],
      'End it',
    )
  await end()
  expect(desk.alerts.join(' ')).toContain('not before')
  buyer.wait(22 * day) // due after 14 days, and released 7 days later
  await desk.signIn('manager')
  await desk.open('/staff')
  expect(desk.document.querySelector(`a[href^="/staff/orders/${orderId}"]`)).not.toBeNull()
  await end()
  expect(desk.text).toContain('Canceled')
  const released = await desk.mail(email, /^Your reservation was released/)
  expect(released.text).toContain('$100.00')
  await desk.run('reconcile-refunds')
  await desk.mail(email, /refunded/)

  await buyer.open(`/orders/${orderId}/balance/0`)
  expect(buyer.heading).toBe('No longer due')
  const next = buyer.another()
  await hold(next, 'test-drop', 6)
  fillIn(next)
  expect(next.heading).toBe('Reserve number 6')
})

const dueDay = (subject: string) => /(?:due|until) (\w+ \d+, \d{4})/.exec(subject)?.[1] ?? ''
