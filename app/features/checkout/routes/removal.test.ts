import { expect } from 'vitest'
import { sellables } from '#app/sellables.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import type { StartRequest } from '../store/start.server.ts'
import { action } from './change-hold.tsx'
import { holdLines } from '#test/shop.ts'

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenSample(shop.db, ctx.now())
  const hold = async (lines: StartRequest['lines']) => {
    const started = await holdLines(shop, lines, sellables)
    return started
  }
  const remove = ({ orderId, token }: { orderId: string; token: string }, form: Record<string, string>) =>
    answerOf(() => {
      const cookies = [`paco-order-${orderId}=${token}`]
      const args = visit(shop, {
        path: `/checkout/${orderId}/removal`,
        params: { order: orderId },
        cookies,
        form,
      })
      args.context.set(sellablesContext, sellables)
      return action(args)
    })
  return { shop, hold, remove }
}

test('a form that names no line removes nothing and says so', async ({ ctx, db }) => {
  const { hold, remove } = await given(ctx)
  const held = await hold([{ kind: 'accessory', ref: { accessory: 'oil', quantity: 1 } }])
  const wrong: Record<string, string>[] = [{}, { line: '' }, { line: ' ' }, { line: '-0' }, { line: '0x0' }]
  for (const form of wrong)
    expect(await remove(held, form)).toMatchObject({
      status: 422,
      value: {
        refusal: 'The form didn’t say which item to remove. Go back and press the button beside the item.',
      },
    })
  expect(await findOrder(db, held.orderId)).toMatchObject({ state: 'held', lines: [{ position: 0 }] })
})
