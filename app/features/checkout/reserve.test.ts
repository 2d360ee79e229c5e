import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { drops } from '#app/features/drops/tables.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { minute } from '#app/kit/clock.ts'
import { approved, declined, fillIn, hold, lateAnswer, orderOn, pay } from '#test/buyer-steps.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { linkIn, textOf, visitor } from '#test/visitor.ts'

async function given(ctx: TestContext) {
  await givenDrop(ctx.db, { totalUnits: 50 })
  const buyer = await visitor(ctx)
  return { buyer, attempts: () => ctx.db.$count(paymentAttempts) }
}

const payIt = 'Pay the $100 deposit'

test('a buyer corrects the form, extends the hold, pays after a declined card and a lost answer, and gets the deposit back', async ({
  ctx,
}) => {
  const { buyer, attempts } = await given(ctx)
  const orderId = await hold(buyer, 'test-drop', 7)
  expect(buyer.heading).toBe('Reserve number 7')
  expect(textOf(buyer.part('timer'))).toBe('10:00')
  expect(buyer.part('img', /number 7 of 50/)).toBeTruthy()

  buyer.fill({ 'Full name': 'Jordan Buyer' })
  await buyer.pressUnchecked(payIt)
  expect(buyer.status).toBe(422)
  expect(buyer.alerts.join(' ')).toContain('Please check the form')
  expect(buyer.field('State you live in').words).toMatch(/^Choose the state you live in/)
  expect(buyer.field('Email').words).toMatch(/^Enter your email/)
  expect(buyer.field('Full name').value).toBe('Jordan Buyer')

  buyer.wait(5 * minute)
  buyer.fillOne(/^I know my dealer/, true)
  buyer.fill({ 'Dealer’s name': 'Miami Arms', Email: 'half@', 'State you live in': 'TX' })
  await buyer.press('Extend hold', buyer.document.getElementById('reservation') ?? undefined)
  expect(textOf(buyer.part('timer'))).toBe('10:00')
  expect(buyer.field('Full name').value).toBe('Jordan Buyer')
  expect(buyer.field(/^I know my dealer/).isChecked).toBe(true)
  expect(buyer.field('Dealer’s name').value).toBe('Miami Arms')
  expect([buyer.field('Email').value, buyer.field('State you live in').value]).toEqual(['half@', 'TX'])
  buyer.fillOne(/^I’ll choose later/, true)

  const email = fillIn(buyer)
  buyer.fillOne(/^Phone/, '(305) 555-0142')
  await pay(buyer, declined)
  expect(buyer.alerts.join(' ')).toContain(
    'Payment declinedThe bank declined the card: insufficient funds. Nothing was charged, and number 7 is still held for you. You can try again.',
  )
  expect(textOf(buyer.part('timer'))).toBe('10:00')
  await buyer.open(buyer.path)
  expect(buyer.field('Email').value).toBe(email)
  expect(buyer.field(/^Phone/).value).toBe('+13055550142')
  expect(buyer.field(/I am 21 or older/).isChecked).toBe(true)

  await pay(buyer, lateAnswer)
  expect(buyer.heading).toBe('Waiting for the payment service')
  expect(buyer.text).toContain('You will not be charged twice.')
  await buyer.open(`/checkout/${orderId}`)
  expect(buyer.path).toBe(`/orders/${orderId}`)
  buyer.wait(minute)
  await buyer.run('reconcile-payments')
  await buyer.open(buyer.path)
  expect(buyer.heading).toBe('Number 7 is yours')
  expect(await attempts()).toBe(2)
  const stages = buyer.part('list', 'Stages of your reservation')
  expect(textOf(stages.querySelector('[aria-current=step]'))).toContain('Reserved')

  const mail = await buyer.mail(email, /number 7 of 50 is reserved for you/)
  const elsewhere = buyer.another()
  await elsewhere.open(linkIn(mail, /\/orders\//))
  expect([elsewhere.path, elsewhere.heading]).toEqual([`/orders/${orderId}`, 'Number 7 is yours'])
  await elsewhere.open('/drops/test-drop')
  expect(elsewhere.text).toContain('49 open, 1 taken.')

  await buyer.follow('Refund the deposit')
  expect(buyer.heading).toBe('Refund number 7?')
  await buyer.press('Refund $100')
  expect(buyer.heading).toBe('Refunded')
  await buyer.mail(email, /\$100 refunded/)
  await elsewhere.open('/drops/test-drop/reserve?number=7')
  expect(elsewhere.parts('button', 'Hold № 7')).toHaveLength(1)
})

test('a hold that ended charges nothing, and leads back to its number', async ({ ctx }) => {
  const { buyer, attempts } = await given(ctx)
  await hold(buyer, 'test-drop', 9)
  fillIn(buyer)
  buyer.wait(11 * minute)
  await pay(buyer)
  expect(buyer.heading).toBe('The hold expired')
  expect(buyer.text).toContain('Nothing was charged')
  await buyer.follow('See if number 9 is still available')
  expect(buyer.path).toBe('/drops/test-drop/reserve?number=9')
  await buyer.press('Hold № 9')
  const again = orderOn(buyer)
  await buyer.press('Release this number')
  expect(buyer.heading).toBe('You released number 9')
  expect(buyer.parts('link', 'See if number 9 is still available')).toHaveLength(1)
  await buyer.open(`/orders/${again}`)
  expect(buyer.heading).toBe('Canceled')
  expect(await attempts()).toBe(0)
})

test('a number just taken is refused with others to choose', async ({ ctx }) => {
  const { buyer } = await given(ctx)
  await buyer.open('/drops/test-drop/reserve?number=7')
  await hold(buyer.another(), 'test-drop', 7)
  await buyer.press('Hold № 7')
  expect(buyer.path).not.toContain('checkout')
  expect(buyer.alerts).toEqual([expect.stringMatching(/^Someone is checking out with this number/)])
  expect(buyer.parts('button', /^Hold /).map(textOf)).toEqual(['Hold № 6', 'Hold № 8', 'Hold № 5'])
})

test('a state that prohibits the item is refused beside its field before anything is charged, and one with conditions is reviewed', async ({
  ctx,
}) => {
  const { buyer, attempts } = await given(ctx)
  await hold(buyer, 'test-drop', 3)
  fillIn(buyer, { state: 'CA', zip: '90001' })
  await pay(buyer)
  expect(buyer.status).toBe(409)
  const words =
    /California does not allow short-barreled rifles to be transferred to its residents \(Cal\. Penal Code 32310, 33215 and 33410, checked/
  expect(buyer.field('State you live in').words).toMatch(words)
  expect(buyer.alerts.join(' ')).toMatch(words)
  expect(buyer.field('Dealer’s state').isInvalid).toBe(false)
  expect(buyer.field('Full name').value).toBe('Jordan Buyer')
  expect(buyer.field(/I am 21 or older/).isChecked).toBe(true)
  expect(await attempts()).toBe(0)

  buyer.fill({ 'State you live in': 'MD', 'Home ZIP code': '21201' })
  await buyer.press(payIt)
  expect(buyer.heading).toBe('Number 3 is reserved, under review')
  expect(buyer.text).toContain('our staff check this reservation')
})

test('a handgun is not sold to a Texan through a dealer in Florida, and is through one in Texas', async ({
  ctx,
  db,
}) => {
  const { buyer, attempts } = await given(ctx)
  await db.update(drops).set({ itemClass: 'handgun' }).where(eq(drops.slug, 'test-drop'))
  await hold(buyer, 'test-drop', 2)
  fillIn(buyer, { state: 'TX', zip: '78701' })
  buyer.fillOne(/^I know my dealer/, true)
  buyer.fill({ 'Dealer’s name': 'Corner Arms', 'Dealer’s city': 'Tampa', 'Dealer’s state': 'FL' })
  await pay(buyer)
  expect(buyer.text).toContain('only to a dealer in the state you live in')
  expect(buyer.field('Dealer’s state').words).toMatch(/922\(b\)\(3\)/)
  expect(await attempts()).toBe(0)
  buyer.fill({ 'Dealer’s city': 'Austin', 'Dealer’s state': 'TX' })
  await buyer.press(payIt)
  expect(buyer.heading).toBe('Number 2 is reserved, under review')
})

test('a form that was sent before with other details is refused, and pays once it is sent anew', async ({
  ctx,
}) => {
  const { buyer, attempts } = await given(ctx)
  await hold(buyer, 'test-drop', 3)
  const formKey = () => buyer.document.querySelector<HTMLInputElement>('input[name="formKey"]')
  const before = formKey()?.value ?? ''
  fillIn(buyer)
  await pay(buyer, declined)
  expect(formKey()?.value).not.toBe(before)
  formKey()?.setAttribute('value', before)
  buyer.fill({ 'Full name': 'Somebody Else' })
  await pay(buyer)
  expect([buyer.status, buyer.field('Full name').value]).toEqual([409, 'Somebody Else'])
  expect(buyer.alerts.join(' ')).toContain('This form was already sent with other details')
  expect(await attempts()).toBe(1)
  await pay(buyer)
  expect(buyer.heading).toBe('Number 3 is yours')
})

test('the shop finds the state of a ZIP code and says where they differ', async ({ ctx }) => {
  const { buyer } = await given(ctx)
  await hold(buyer, 'test-drop', 7)
  fillIn(buyer, { state: 'GA' })
  await pay(buyer, approved)
  expect(buyer.field('Home ZIP code')).toMatchObject({ isInvalid: true })
  expect(buyer.field('Home ZIP code').words).toMatch(/^This ZIP code is not in the state you live in/)
  buyer.fill({ 'State you live in': '', 'Dealer’s name': 'Riverside Arms', 'Dealer’s city': 'Miami' })
  buyer.fill({ 'Dealer’s state': 'FL' })
  buyer.fillOne(/^I know my dealer/, true)
  await buyer.pressUnchecked(payIt)
  expect(buyer.heading).toBe('Number 7 is yours')
  expect(buyer.text).toContain('Riverside Arms')
})
