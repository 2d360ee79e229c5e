import { expect } from 'vitest'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { GatewayTimeout } from '#app/gateway/gateway.ts'
import { type TestContext, test } from '#test/db.ts'
import { operatorOn } from '#test/operator.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { bookkeepingVerbs } from './operator-bookkeeping.ts'

async function paid(ctx: TestContext) {
  await givenDrop(ctx.db)
  const operator = operatorOn(ctx)
  const { orderId } = await heldOrder(givenShop(ctx))
  await payOrder(operator.paymentCtx, ordersOnSale, orderId, reservationForm())
  const run = async (verb: string, ...args: string[]) => {
    const { takes, run: act } = bookkeepingVerbs[verb] ?? {}
    expect(takes?.(args), `${verb} ${args.join(' ')}`).toBe(true)
    return act?.(operator, args)
  }
  return { operator, orderId, run }
}

test('a refund made in the sandbox is compared, listed, accepted and recorded', async ({ db, ctx }) => {
  const { orderId, run } = await paid(ctx)
  expect(await run('sandbox-act', orderId, 'refund', '25')).toMatchObject({ isDone: true })
  ctx.setNow(after(ctx.now(), 2 * hour))
  expect((await run('compare-gateway'))?.words).toContain('A refund of $25 was made at the payment service.')
  expect((await run('gateway-differences'))?.words).toContain(orderId)
  expect(await run('accept-gateway-difference', '1')).toMatchObject({
    isDone: true,
    words: expect.stringContaining('recorded as a refund of its order'),
  })
  expect(await listAuditEntries(db)).toMatchObject([{ verb: 'accept-gateway-difference', subject: '1' }])
  expect((await run('accept-gateway-difference', '1'))?.isDone, 'once').toBe(false)
  expect((await run('compare-gateway', '2026-11-01'))?.words).toContain('All is as the ledger says.')
  expect((await run('ledger'))?.words).toMatch(/deposits +-\$75[^]*Every order matches the ledger/)
  expect((await run('ledger', orderId))?.words).toMatch(/gateway:sandbox +\$75/)
})

test('a payment service without an answer is reported in a sentence', async ({ ctx }) => {
  const { operator, run } = await paid(ctx)
  operator.paymentCtx.gateway.listTransactions = () => Promise.reject(new GatewayTimeout('Away.'))
  expect(await run('compare-gateway')).toMatchObject({
    isDone: false,
    words: expect.stringContaining('Nothing was compared'),
  })
})

test('invalid arguments are refused', () => {
  const takes = (verb: string, ...args: string[]) => bookkeepingVerbs[verb]?.takes(args)
  expect(takes('compare-gateway', 'yesterday')).toBe(false)
  expect(takes('accept-gateway-difference', 'all')).toBe(false)
  expect(takes('sandbox-act', 'ORDER1', 'refund')).toBe(false)
  expect(takes('sandbox-act', 'ORDER1', 'void', '25')).toBe(false)
  expect(takes('sandbox-act', 'ORDER1', 'reversal')).toBe(true)
})
