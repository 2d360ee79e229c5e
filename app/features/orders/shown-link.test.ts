import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { hashSecret } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { action as showLink } from './routes/link.tsx'
import { opensOrder } from './store/links.server.ts'
import { orderLinks } from './tables.ts'

const key = 'the key of one form'

async function givenForm(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const { orderId, cookies } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  const send = async (form: Record<string, string> = { key }) => {
    const args = { path: `/orders/${orderId}/link`, params: { order: orderId }, form, cookies }
    const { value } = await answerOf(() => showLink(visit(shop, args)))
    return /key=([\w-]+)$/.exec((value as { link: string }).link)?.[1] ?? ''
  }
  return { shop, orderId, send }
}

test('a form that is sent again shows the same link and makes no second', async ({ ctx }) => {
  const { send } = await givenForm(ctx)
  const before = await ctx.db.$count(orderLinks)
  const shown = await Promise.all([send(), send(), send()])
  ctx.setNow(after(ctx.now(), hour))
  shown.push(await send())
  expect(new Set(shown).size).toBe(1)
  expect(shown).not.toContain(key)
  expect(await ctx.db.$count(orderLinks)).toBe(before + 1)
})

test('a form that is sent again after its link was ended shows a new one', async ({ ctx }) => {
  const { shop, orderId, send } = await givenForm(ctx)
  const first = await send()
  const isFirst = eq(orderLinks.tokenHash, hashSecret(first))
  await ctx.db.update(orderLinks).set({ revokedAt: ctx.now() }).where(isFirst)
  const second = await send()
  expect(await opensOrder(shop.db, orderId, first, shop.now())).toBe(false)
  expect(await opensOrder(shop.db, orderId, second, shop.now())).toBe(true)
})

test('another form, and one without a key, shows another link', async ({ ctx }) => {
  const { send } = await givenForm(ctx)
  const shown = [await send(), await send({ key: 'the key of another form' }), await send({}), await send({})]
  expect(new Set(shown).size).toBe(4)
})
