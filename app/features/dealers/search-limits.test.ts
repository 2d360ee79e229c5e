import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { loader } from './routes/search.tsx'

async function countedFor(shop: TestShop, path: string, cookies: readonly string[] = []) {
  shop.counted.length = 0
  const { status } = await answerOf(() => loader(visit(shop, { path, cookies })))
  return { status, counted: [...shop.counted] }
}

test('a buyer’s searches are counted by the order', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const shop = givenShop(ctx)
  const [one, other] = [await heldOrder(shop, 1), await heldOrder(shop, 2)]
  for (const { orderId, cookies } of [one, other])
    expect(await countedFor(shop, `/dealers/search?near=33139&order=${orderId}`, cookies)).toEqual({
      status: 200,
      counted: [`dealerSearch order ${orderId}`, 'dealerSearchShared 192.0.2.1'],
    })
})

test('without an order of one’s own the address is counted', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const shop = givenShop(ctx)
  const { orderId } = await heldOrder(shop, 1)
  const forged = [`paco-order-${orderId}=${'a'.repeat(43)}`]
  for (const [path, cookies] of [
    ['/dealers/search?near=33139', []],
    [`/dealers/search?near=33139&order=${orderId}`, []],
    [`/dealers/search?near=33139&order=${orderId}`, forged],
    ['/dealers/search?near=33139&order=%00', forged],
  ] as const)
    expect(await countedFor(shop, path, cookies), path).toEqual({
      status: 200,
      counted: ['dealerSearch address 192.0.2.1'],
    })
})

test('beyond either limit the search refuses, and says for how long', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const shop = givenShop(ctx)
  const { orderId, cookies } = await heldOrder(shop, 1)
  for (const limit of ['dealerSearch', 'dealerSearchShared'] as const) {
    shop.refusing.clear()
    shop.refusing.add(limit)
    const path = `/dealers/search?near=33139&order=${orderId}`
    expect((await countedFor(shop, path, cookies)).status).toBe(429)
  }
})
