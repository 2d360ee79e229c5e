import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, day, minute } from '#app/kit/clock.ts'
import { orders } from '#app/features/orders/tables.ts'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { heldOrder } from '#test/visit.ts'

test('a browser finds what it holds from every page, until it is paid, released or over', async ({
  ctx,
  db,
}) => {
  await givenDrop(db)
  const { ask, shop } = await givenSite(ctx)
  const { orderId, token } = await heldOrder(shop)
  const cookies = { Cookie: `paco-held=yes; paco-order-${orderId}=${token}` }
  const held = async (headers: Record<string, string> = cookies) => {
    const answer = await ask('/held', { headers })
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    return { line: await answer.text(), cookie: answer.headers.get('Set-Cookie') }
  }
  const found = await held()
  expect(found.cookie).toBeNull()
  expect(found.line).toContain('Number 2 of ')
  expect(found.line).toContain(`href="/checkout/${orderId}"`)
  expect(found.line, 'what the number map marks').toContain('/drops/test-drop')
  expect(await (await ask('/cart', { headers: cookies })).text()).toContain(`href="/checkout/${orderId}"`)

  expect((await held({ Cookie: `paco-held=yes; paco-order-${orderId}=guess` })).line).toBe('')
  expect(await (await ask('/faq', { headers: cookies })).text()).not.toContain(orderId)

  for (const values of [
    { state: 'paid' as const, paidAt: ctx.now() },
    { state: 'canceled' as const, paidAt: null },
    { state: 'held' as const, expiresAt: after(ctx.now(), -minute), expiresCapAt: after(ctx.now(), day) },
  ]) {
    await db.update(orders).set(values).where(eq(orders.id, orderId))
    const { line, cookie } = await held()
    expect(line).toBe('')
    expect(cookie).toMatch(/^paco-held=; Max-Age=0; Path=\//)
  }
})

test('holding something tells scripts that there is something, and nothing of what', async ({ ctx, db }) => {
  await givenDrop(db)
  const { ask } = await givenSite(ctx)
  const form = { number: '2', key: crypto.randomUUID() }
  const started = await ask('/drops/test-drop/reserve', { form })
  const mark = started.headers.getSetCookie().find((cookie) => cookie.startsWith('paco-held='))
  expect(mark).toBe('paco-held=yes; Max-Age=86400; Path=/; SameSite=Lax')
})
