import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { patches } from '#app/features/drops/tables.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { addToCart, lateAnswer, payParcel } from '#test/buyer-steps.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

const isEmpty = (buyer: Visitor) => buyer.parts('heading', 'Your cart is empty').length === 1
const subtotal = (buyer: Visitor) =>
  textOf(buyer.part('status', undefined, buyer.part('complementary', 'Summary')))

test('accessories are added, changed, checked out, and removed again', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/cart')
  expect(isEmpty(buyer)).toBe(true)
  await addToCart(buyer, 'Strip Loader')
  expect(buyer.path).toMatch(/^\/cart\?added=/)
  await addToCart(buyer, 'Field Cleaning Kit')
  const before = subtotal(buyer)
  expect(before).toContain('2 items')
  await buyer.press(/^Add one: .*Loader/)
  expect(subtotal(buyer)).toContain('3 items')
  expect(subtotal(buyer)).not.toBe(before)
  const shown = subtotal(buyer)
  await buyer.open('/cart')
  expect(subtotal(buyer)).toBe(shown)
  await buyer.press('Checkout')
  expect(buyer.path).toMatch(/^\/checkout\/\w+\/details$/)
  await buyer.open('/cart')
  await buyer.press(/^Remove (?!one).*Loader/)
  await buyer.press(/^Remove (?!one).*Kit/)
  expect(isEmpty(buyer)).toBe(true)
})

test('a reservation and a package are paid together', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  await givenDrop(ctx.db, { totalUnits: 50, dropNumber: 900 })
  await buyer.open('/drops/test-drop/reserve?number=4')
  await buyer.press('Add to Cart')
  await addToCart(buyer, 'Bore Cable')
  expect(buyer.text).toContain('Number 4 of 50, refundable deposit')
  await buyer.press('Checkout')
  buyer.fill({ 'State you live in': 'FL', 'Home ZIP code': '33139' })
  await payParcel(buyer)
  expect(buyer.path).toMatch(/^\/orders\//)
  for (const words of ['Number 4', 'Bore Cable']) expect(buyer.text).toContain(words)
})

test('a payment that timed out empties the cart once it is known', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  await addToCart(buyer, 'Bore Cable')
  await buyer.press('Checkout')
  await payParcel(buyer, lateAnswer)
  expect(buyer.heading).toBe('Waiting for the payment service')
  buyer.wait(minute)
  await buyer.run('reconcile-payments')
  await buyer.open(buyer.path)
  expect(buyer.heading).toBe('Thank you')
  await buyer.open('/cart')
  expect(isEmpty(buyer)).toBe(true)
})

async function givenPatch(
  ctx: TestContext,
  availableQuantity: number,
  values: Parameters<typeof givenDrop>[1] = {},
) {
  const drop = await givenDrop(ctx.db, { totalUnits: 5, ...values })
  const patch = {
    dropId: drop.id,
    name: 'Patch of Test Drop',
    price: 3_500,
    grantsEarlyAccess: true,
    availableQuantity,
  }
  const [stored] = await ctx.db.insert(patches).values(patch).returning()
  return { drop, patch: stored?.id ?? '' }
}

test('an item sold in the meantime is marked, and the rest can be bought', async ({ ctx, db }) => {
  const { patch } = await givenPatch(ctx, 2)
  const buyer = await visitor(ctx)
  await buyer.open('/drops/test-drop')
  const offer = buyer.parts('listitem').find((each) => textOf(each).startsWith('Patch of Test Drop'))
  await buyer.press('Add to Cart', offer)
  await buyer.press(/^Add one/)
  expect(subtotal(buyer)).toContain('2 items')
  await db.update(patches).set({ soldQuantity: 1 }).where(eq(patches.id, patch))
  await buyer.open('/cart')
  expect(buyer.text).toContain('Only 1 left.')
  await expect(buyer.press('Checkout')).rejects.toThrow('disabled')
  await buyer.press('Change to 1')
  await buyer.press('Checkout')
  expect(buyer.path).toMatch(/^\/checkout\//)
})

test('a patch emails a code that opens its drop a day early, once', async ({ ctx }) => {
  const soon = {
    status: 'coming_soon' as const,
    launchDate: after(ctx.now(), 20 * hour),
    endDate: after(ctx.now(), 9 * day),
  }
  await givenPatch(ctx, 5, soon)
  const buyer = await visitor(ctx)
  await buyer.open('/drops/test-drop')
  await buyer.press('Buy Patch for Early Access')
  await buyer.press('Checkout')
  const email = await payParcel(buyer)
  const mail = await buyer.mail(email, /early-access code/)
  const [code = ''] = /[0-9A-Z]{4}(-[0-9A-Z]{4}){2}/.exec(mail.text) ?? []

  const reserve = async (number: number) => {
    await buyer.open('/drops/test-drop')
    await buyer.follow('Reserve with a code')
    buyer.fill({ 'Your number, 1 to 5': String(number), 'Early-access code': code.toLowerCase() })
    await buyer.press('Hold this number')
  }
  await reserve(2)
  expect(buyer.path).toMatch(/^\/checkout\//)
  await reserve(3)
  expect(buyer.text).toContain('This code is in use')
})
