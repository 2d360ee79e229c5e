import { sendGoods } from '#test/world.ts'
import { expect } from 'vitest'
import { accept, addToCart, fillDelivery, orderOn } from '#test/buyer-steps.ts'
import { test } from '#test/db.ts'
import { visitor } from '#test/visitor.ts'

test('a magazine that the state limits is removed, the rest is bought and shipped, and one line is refunded', async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  for (const product of ['30-Round Magazine', 'Rail Cover Set', 'Field Cleaning Kit'])
    await addToCart(buyer, product)
  await buyer.press('Checkout')
  const email = fillDelivery(buyer, { state: 'CA', zip: '90210' })
  await buyer.press('Review and pay')
  expect(buyer.text).toMatch(/California does not allow magazines of more than 10 rounds/)
  await expect(buyer.press(/^Pay \$/)).rejects.toThrow('disabled')
  const why = buyer.part('button', /^Pay \$/).getAttribute('aria-describedby') ?? ''
  expect(buyer.document.getElementById(why)?.textContent).toMatch(/Remove it from the order/)
  await buyer.press(/^Remove this item: 30-Round/)
  expect(buyer.text).not.toMatch(/California does not allow/)
  accept(buyer)
  await buyer.press(/^Pay \$/)
  expect(buyer.heading).toBe('Thank you')
  const orderId = orderOn(buyer)
  await buyer.mail(email, new RegExp(`Paid: your order ${orderId}`))

  await buyer.follow('Choose items to refund')
  buyer.fillOne(/Rail Cover/, true)
  await buyer.press('Refund selected items')
  expect(buyer.page.getAllByText('Refunded')).not.toEqual([])
  const sent = await sendGoods(ctx, orderId, 'CARRIER 42')
  expect(sent).toMatchObject({ ok: true })
  await buyer.mail(email, new RegExp(`Shipped: your order ${orderId}`))
  await buyer.open(`/orders/${orderId}`)
  expect(buyer.text).toContain('Tracking: CARRIER 42')
  expect(buyer.parts('link', 'Choose items to refund')).toEqual([])
})

test('a wrong address is refused beside its field, a county decides the tax, and a faster way is charged', async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  await addToCart(buyer, 'Strip Loader')
  await buyer.press('Checkout')
  fillDelivery(buyer, { state: 'FL', zip: '90210' })
  buyer.fill({ 'Street and number': '' })
  await buyer.pressUnchecked('Review and pay')
  expect(buyer.status).toBe(422)
  expect(buyer.field('Street and number').words).toBe('Enter street and number')
  buyer.fill({ 'Street and number': '1 Ocean Drive' })
  await buyer.press('Review and pay')
  expect(buyer.field('Street and number').value).toBe('1 Ocean Drive')
  expect(buyer.field('ZIP code').words).toMatch(/^This ZIP code is not in that state/)
  expect(buyer.field('Full name').value).toBe('Jordan Buyer')
  buyer.fill({ 'ZIP code': '32703' })
  await buyer.press('Review and pay')
  expect(buyer.field('County').words).toMatch(/^Choose the county: the sales tax depends on it/)
  buyer.fill({ County: 'Orange' })
  buyer.fillOne(/^Expedited/, true)
  await buyer.press('Review and pay')
  expect(buyer.text).toContain('Sales tax: Florida 6%')
  expect(buyer.text).toContain('Shipping, Expedited')
  accept(buyer)
  await buyer.press(/^Pay \$/)
  expect(buyer.heading).toBe('Thank you')
})
