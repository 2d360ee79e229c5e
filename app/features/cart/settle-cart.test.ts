import { expect, test } from 'vitest'
import { goodsOnSale } from '#test/shop.ts'
import { settleCart } from './store.server.ts'

const now = new Date('2026-11-20T12:00:00Z')
const line = { kind: 'drop_unit', id: 'test-drop_2', quantity: 1, priceWhenAddedCents: 10_000 } as const
const cart = { orderId: 'ORDER1', lines: [line] }

const settled = (state: 'paid' | 'paid_unfulfilled' | 'unknown' | 'expired') => {
  const lines = [{ kind: 'drop_unit', ref: { slug: 'test-drop', number: 2 }, quantity: 1 }]
  const paidAt = state.startsWith('paid') ? now : null
  const order = { id: 'ORDER1', state, expiresAt: now, expiresCapAt: now, paidAt, lines }
  return settleCart(goodsOnSale, cart, order as never, now)
}

test('paid items leave the cart, items charged too late stay', () => {
  expect(settled('paid').cart.lines).toEqual([])
  expect(settled('paid_unfulfilled')).toEqual({ cart: { ...cart, orderId: null }, open: undefined })
})

test('an order whose payment is being settled stays that of the cart, also after its hold', () => {
  expect(settled('unknown')).toMatchObject({ cart, open: { id: 'ORDER1' } })
  expect(settled('expired')).toEqual({ cart: { ...cart, orderId: null }, open: undefined })
})
