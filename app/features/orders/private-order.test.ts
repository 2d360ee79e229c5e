import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { settlePaymentReview } from '#app/features/payments/flows.server.ts'
import { sellables } from '#app/sellables.server.ts'
import { newAddress, reserve } from '#test/buyer-steps.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext } from '#test/shop.ts'
import { linkIn, textOf, visitor } from '#test/visitor.ts'
import { endLinks } from './store/links.server.ts'

const yours = 'Number 2 is yours'
const privateLink = /\/orders\/\S+key=/

async function given(ctx: TestContext) {
  await givenDrop(ctx.db)
  const buyer = await visitor(ctx)
  const { orderId, email } = await reserve(buyer, 'test-drop', 2)
  expect(buyer.heading).toBe(yours)
  return { buyer, orderId, email }
}

test('without its link an order looks nonexistent, and its pages are neither cached nor indexed', async ({
  ctx,
}) => {
  const { buyer, orderId } = await given(ctx)
  const stranger = buyer.another()
  const said = new Set<string>()
  for (const path of [`/orders/${orderId}`, `/orders/${orderId}?key=wrong`, '/orders/NOSUCHCODE']) {
    await stranger.open(path)
    expect(stranger.status).toBe(404)
    said.add(textOf(stranger.part('main')))
  }
  expect([...said]).toEqual([expect.stringMatching(/order not found/i)])

  const holder = buyer.another()
  await holder.open('/drops/test-drop/reserve?number=3')
  await holder.press('Hold № 3')
  for (const [visitor, path] of [
    [holder, holder.path],
    [buyer, `/orders/${orderId}`],
  ] as const) {
    await visitor.open(path)
    expect(visitor.headers.get('Cache-Control')).toBe('private, no-store')
    expect(visitor.headers.get('X-Robots-Tag')).toBe('noindex')
  }
})

test('a link is shown on request, opens elsewhere, and ends with all others', async ({ ctx }) => {
  const { buyer, orderId } = await given(ctx)
  expect(buyer.html).not.toContain('?key=')
  await buyer.press('Show my link')
  expect(buyer.text).toContain('Here is a new link.')
  const link = textOf(buyer.document.querySelector('code'))
  expect(link).toMatch(privateLink)
  const other = buyer.another()
  await other.open(link)
  expect(other.heading).toBe(yours)

  await buyer.follow('Back to the order')
  await buyer.press('End all links')
  expect(buyer.text).toContain('All private links ended')
  for (const address of [other.path, link]) {
    await other.open(address)
    expect([other.status, other.heading]).toEqual([404, 'Order Not Found'])
  }
  await buyer.open(`/orders/${orderId}`)
  expect(buyer.heading).toBe(yours)
  await transact(ctx, (work) => endLinks(work, orderId, { by: 'sam' }))
  await buyer.open(`/orders/${orderId}`)
  expect(buyer.status).toBe(404)
})

test('a lost link is requested by code and email', async ({ ctx }) => {
  const { buyer, orderId, email } = await given(ctx)
  const lost = buyer.another()
  await lost.open(`/orders/${orderId}`)
  await lost.follow('Get a New Link')
  expect(lost.heading).toBe('Find your order')
  lost.fill({ 'Order code': 'too short', Email: email })
  await lost.press('Send Me a New Link')
  expect(lost.field('Order code')).toMatchObject({
    isInvalid: true,
    words: expect.stringMatching(/^Enter the ten letters and digits/),
  })
  expect(lost.field('Email').value).toBe(email)
  const sameAnswer = 'If we have an order with that email, a new link is on its way.'
  lost.fill({ 'Order code': orderId.toLowerCase() })
  await lost.press('Send Me a New Link')
  expect(lost.text).toContain(sameAnswer)
  const mail = await lost.mail(email, /^A new link to your order/)
  await lost.open(linkIn(mail, privateLink))
  expect(lost.heading).toBe(yours)

  const guess = buyer.another()
  const stranger = newAddress()
  await guess.open('/orders/find')
  guess.fill({ 'Order code': orderId, Email: stranger })
  await guess.press('Send Me a New Link')
  expect(guess.text).toContain(sameAnswer)
  await expect(guess.mail(stranger, /./)).rejects.toThrow('No mail')
})

test('a payment held for review waits for a person', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const buyer = await visitor(ctx)
  const { orderId } = await reserve(buyer, 'test-drop', 2, { card: /^Test card: held for review/ })
  expect(buyer.heading).toBe('Payment under review')
  const ruled = await settlePaymentReview(
    givenPaymentContext(ctx),
    sellables,
    orderId,
    { ruling: 'approve', by: 'sam' },
    (task) => transact(ctx, task),
  )
  expect(ruled.ok).toBe(true)
  await buyer.open(buyer.path)
  expect(buyer.heading).toBe(yours)
})
