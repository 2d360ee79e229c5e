import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { visitContext } from '#app/http/context.server.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { expireOldOrderCookies, orderCookie, readOrderToken, requireOwnOrder } from './access.server.ts'
import { loader } from './routes/order.tsx'
import { orders } from './tables.ts'

async function held(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  return { shop, ...(await heldOrder(shop)) }
}

const cookieOf = (orderId: string, token: string) =>
  orderCookie(orderId, token, { https: false }).split(';')[0] ?? ''

const page = (shop: TestShop, orderId: string, more: { key?: string; cookies?: string[] } = {}) =>
  answerOf(() =>
    loader(
      visit(shop, {
        path: `/orders/${orderId}${more.key === undefined ? '' : `?key=${more.key}`}`,
        params: { order: orderId },
        cookies: more.cookies ?? [],
      }),
    ),
  )

test('the cookie of an order is hidden from scripts, lasts a day and 30 once paid, and is read back', () => {
  const cookie = orderCookie('ABC', 'secret', { https: true })
  expect(cookie).toBe('paco-order-ABC=secret; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax')
  expect(orderCookie('ABC', 'secret', { https: true, isPaid: true })).toContain('; Max-Age=2592000;')
  const request = new Request('http://shop.test/', { headers: { Cookie: 'paco-order-ABC=secret' } })
  expect(readOrderToken(request, 'ABC')).toBe('secret')
  expect(readOrderToken(request, 'ABD')).toBeUndefined()
})

test('cookies are restricted to https only where the shop is served over https', () => {
  expect(isHttps({ publicUrl: 'https://shop.test' })).toBe(true)
  expect(isHttps({ publicUrl: 'http://localhost:3000' })).toBe(false)
})

test('a private link moves to a cookie at once and leaves the address', async ({ ctx }) => {
  const { shop, orderId, token } = await held(ctx)
  const args = visit(shop, { path: `/orders/${orderId}?key=${token}`, params: { order: orderId } })
  const opened = await loader(args)
  if (!(opened instanceof Response)) throw new Error('The link did not redirect')
  expect(opened.status).toBe(303)
  expect(opened.headers.get('Location')).toBe(`/orders/${orderId}`)
  const cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect(await page(shop, orderId, { cookies: [cookie] })).toMatchObject({
    status: 200,
    value: { orderId, state: 'held' },
  })
})

test('an order code is accepted in any case and with separators', async ({ ctx }) => {
  const { shop, orderId, token } = await held(ctx)
  const typed = orderId.toLowerCase()
  expect(await page(shop, typed, { key: token })).toMatchObject({
    status: 303,
    location: `/orders/${orderId}`,
  })
})

test('a wrong key, a missing key and an unknown order get the same response', async ({ ctx }) => {
  const { shop, orderId, token } = await held(ctx)
  const answers = [
    await page(shop, orderId, { key: 'wrong' }),
    await page(shop, orderId),
    await page(shop, orderId, { cookies: [cookieOf(orderId, 'wrong')] }),
    await page(shop, 'NOSUCHCODE', { key: token }),
    await page(shop, 'NOSUCHCODE'),
  ]
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 404, value: { title: 'Order Not Found' } })
})

test('a wrong key counts as a guess, a visit without one does not', async ({ ctx }) => {
  const { shop, orderId, token } = await held(ctx)
  await page(shop, orderId)
  await page(shop, orderId, { key: token })
  expect(shop.counted).toEqual([])
  await page(shop, orderId, { key: 'wrong' })
  await page(shop, orderId, { cookies: [cookieOf(orderId, 'wrong')] })
  expect(shop.counted).toEqual(['privateLinkMiss 192.0.2.1', 'privateLinkMiss 192.0.2.1'])
})

test('too many wrong keys get a retry time, and the right key still opens', async ({ ctx }) => {
  const { shop, orderId, token } = await held(ctx)
  shop.refusing.add('privateLinkMiss')
  for (const wrong of [{ key: 'wrong' }, { cookies: [cookieOf(orderId, 'wrong')] }])
    expect(await page(shop, orderId, wrong)).toMatchObject({
      status: 429,
      value: { text: 'Too many tries. Please try again in 2 minutes.' },
    })
  expect(await page(shop, orderId, { key: token })).toMatchObject({ status: 303 })
  expect(await page(shop, orderId, { cookies: [cookieOf(orderId, token)] })).toMatchObject({ status: 200 })
})

test.for([
  ['held', 0],
  ['paying', 0],
  ['expired', 0],
  ['canceled', 0],
  ['unknown', 1],
  ['review', 1],
  ['paid', 1],
  ['part_refunded', 1],
  ['refunded', 1],
] as const)(
  'a look at an order that is %s makes its cookie last for 30 days: %i',
  async ([state, count], { ctx }) => {
    const { shop, orderId, token } = await held(ctx)
    const paidAt = state === 'paid' || state.endsWith('refunded') ? shop.now() : null
    await shop.db.update(orders).set({ state, paidAt }).where(eq(orders.id, orderId))
    const cookies = [cookieOf(orderId, token)]
    const args = visit(shop, { path: `/orders/${orderId}`, params: { order: orderId }, cookies })
    await requireOwnOrder(args)
    const { cookies: set } = args.context.get(visitContext)
    expect(set).toHaveLength(count)
    for (const cookie of set) expect(cookie).toMatch(/^paco-order-.+; Max-Age=2592000;/)
  },
)

test('the twenty-first order cookie expires the oldest, reopening an order expires none', () => {
  const names = Array.from({ length: 20 }, (_, at) => `paco-order-A${at}`)
  const request = new Request('http://shop.test/', {
    headers: { Cookie: ['paco-cart=x', ...names.map((name) => `${name}=secret`)].join('; ') },
  })
  const endedBy = (...orderIds: string[]) => {
    const answer = new Headers({ 'Set-Cookie': 'paco-cart=y; Path=/' })
    for (const id of orderIds) answer.append('Set-Cookie', orderCookie(id, 'secret', { https: true }))
    return expireOldOrderCookies(request, answer, { https: true })
  }
  expect(endedBy()).toEqual([])
  expect(endedBy('A0')).toEqual([])
  expect(endedBy('NEW')).toEqual(['paco-order-A0=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'])
  expect(endedBy('A0', 'NEW')).toEqual([expect.stringMatching(/^paco-order-A1=; Max-Age=0/)])
})
