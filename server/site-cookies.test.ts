import { expect } from 'vitest'
import { hostPrefix } from '#app/http/site-request.ts'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { heldOrder } from '#test/visit.ts'

const publicShop = { PUBLIC_URL: 'https://shop.example', isPublic: true }

test('on https every cookie has its prefix and is Secure, and only such cookies are read', async ({
  ctx,
}) => {
  await givenDrop(ctx.db)
  const { ask, shop } = await givenSite(ctx, publicShop)
  const gate = await ask('/age-gate', { isVerified: false, form: { answer: 'adult', next: '/faq' } })
  expect(gate.headers.getSetCookie()).toEqual([
    expect.stringMatching(new RegExp(`^${hostPrefix}paco-age=.+; Path=/; Secure; SameSite=Lax$`)),
  ])
  const { orderId, token } = await heldOrder(shop)
  const path = `/orders/${orderId}`
  expect(
    (await ask(path, { headers: { Cookie: `${hostPrefix}paco-order-${orderId}=${token}` } })).status,
  ).toBe(200)
  expect((await ask(path, { headers: { Cookie: `paco-order-${orderId}=${token}` } })).status).toBe(404)
})

test('the gate before a shared page leads on to the requested address', async ({ ctx }) => {
  const { ask } = await givenSite(ctx, publicShop)
  const requestedPath = '/drops?utm_source=mail&from=friends'
  const gate = await ask(requestedPath, { isVerified: false })
  expect(gate.headers.get('Referrer-Policy')).toBe('same-origin')
  const html = await gate.text()
  expect(html).toContain('name="next" value="/drops"')
  const passed = await ask('/age-gate', {
    isVerified: false,
    form: {
      answer: 'adult',
      next: '/drops',
      timestamp: '',
    },
    headers: { Referer: `https://shop.example${requestedPath}` },
  })
  expect(passed.headers.get('Location')).toBe(requestedPath)
})

test('on http cookies have their plain names', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const gate = await ask('/age-gate', { isVerified: false, form: { answer: 'adult', next: '/faq' } })
  expect(gate.headers.get('Set-Cookie')).toMatch(/^paco-age=[^;]+; Max-Age=\d+; Path=\/; SameSite=Lax$/)
})

test('an order opened in a browser with twenty others evicts the oldest cookie', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const { ask, shop } = await givenSite(ctx, publicShop)
  const { orderId, token } = await heldOrder(shop)
  const old = Array.from({ length: 20 }, (_, at) => `${hostPrefix}paco-order-B${at}=x`).join('; ')
  const opened = await ask(`/orders/${orderId}?key=${token}`, { headers: { Cookie: old } })
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringContaining(`${hostPrefix}paco-order-${orderId}=${token}; Max-Age=86400`),
    expect.stringMatching(new RegExp(`^${hostPrefix}paco-order-B0=; Max-Age=0`)),
  ])
})
