import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { addDealers } from '#db/sample/load.ts'
import { newAddress, reserve } from '#test/buyer-steps.ts'
import { type TestContext, test } from '#test/db.ts'
import { scannedLicense } from '#test/pdf.ts'
import { givenDrop } from '#test/shop.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'
import { confirmRequest } from './store/requests.server.ts'

async function given(ctx: TestContext) {
  await givenDrop(ctx.db)
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  const buyer = await visitor(ctx)
  const reserved = await reserve(buyer, 'test-drop', 2)
  expect(buyer.heading).toBe('Number 2 is yours')
  return { buyer, ...reserved, dealer: newAddress(), show: () => buyer.open(`/orders/${reserved.orderId}`) }
}

async function asDealer(buyer: Visitor, dealer: string): Promise<Visitor> {
  const shop = buyer.another()
  await shop.open(linkIn(await buyer.mail(dealer, /^Will you take this transfer/), /\/dealers\/answer\//))
  return shop
}

test('a dealer is found, chosen and contacted, accepts with a license copy, and the buyer sees it', async ({
  ctx,
}) => {
  const { buyer, orderId, email, dealer, show } = await given(ctx)
  await buyer.follow('Choose your dealer')
  buyer.fill({ 'ZIP code, city or name': '33101' })
  await buyer.press('Search')
  const found = buyer.parts('listitem').find((item) => textOf(item).includes('Sample Arms 00001 LLC'))
  expect(textOf(found ?? null)).toContain('same ZIP code')
  expect(buyer.text).toContain('about 10 miles')
  expect(buyer.text).not.toContain('Sample Street')
  await buyer.press(/^Choose/, found)
  expect(buyer.text).toContain('1 Sample Street')
  expect(buyer.text).toContain('We’ll confirm that they can receive NFA items.')
  buyer.fill({ 'Dealer’s email': dealer })
  await buyer.press('Ask this dealer')
  expect(buyer.text).toContain('We’ve emailed them and will let you know as soon as they answer.')

  const shop = await asDealer(buyer, dealer)
  expect(shop.text).toContain(orderId)
  expect(shop.text).not.toContain('Jordan Buyer')
  shop.fillOne(/^Yes, we’ll take the transfer/, true)
  shop.fill({
    'Your name': 'Sam Clerk',
    'Your transfer fee in dollars': '$35',
    'Your hours': 'Tue to Sat 10 to 6',
  })
  shop.fillOne(
    /^Copy of your license/,
    new File([await scannedLicense()], 'license.pdf', { type: 'application/pdf' }),
  )
  await shop.press('Send answer')
  expect(shop.heading).toBe('Thank you for accepting')

  await buyer.mail(email, /^Dealer accepted/)
  await show()
  for (const words of ['They accepted.', '$35', 'Not confirmed: you named the address'])
    expect(buyer.text).toContain(words)
  await transact(ctx, (work) => confirmRequest(work, orderId, 'sam'))
  await show()
  expect(buyer.text).toContain('They accepted.')
  expect(buyer.text).not.toContain('Not confirmed')
})

test('a dealer who declines is replaced by another, and the first one’s link opens nothing any more', async ({
  ctx,
}) => {
  const { buyer, email, dealer, show } = await given(ctx)
  await buyer.follow('Choose your dealer')
  buyer.fill({ 'ZIP code, city or name': '33101' })
  await buyer.press('Search')
  const [first] = buyer.parts('button', /^Choose Sample Arms/)
  if (first) await buyer.press(first)
  buyer.fill({ 'Dealer’s email': dealer })
  await buyer.press('Ask this dealer')

  const shop = await asDealer(buyer, dealer)
  shop.fillOne(/^No, we can’t take it/, true)
  shop.fill({ 'Your name': 'Sam Clerk' })
  await shop.press('Send answer')
  expect(shop.heading).toBe('Thank you for answering')

  await buyer.mail(email, /^Your dealer declined/)
  await show()
  expect(buyer.text).toContain('They can’t take it.')
  await buyer.follow('Choose another dealer')
  buyer.fill({ 'ZIP code, city or name': 'Tampa, FL' })
  await buyer.press('Search')
  const [tampa] = buyer.parts('button', /^Choose Sample Arms .*, Tampa/)
  if (tampa) await buyer.press(tampa)
  expect(buyer.parts('heading', 'Ask this dealer?')).toHaveLength(1)
  await shop.open(shop.path)
  expect(shop.status).toBe(404)
})
