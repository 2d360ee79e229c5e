import { expect, test } from 'vitest'
import { sellables } from '#app/sellables.server.ts'
import type { Account } from '#app/ledger/accounts.ts'
import type { Fulfillment, SellableKind } from './goods.ts'
import { type Order, type SellableLine, sellableOf } from './store/lines.server.ts'
import { fulfillmentValues } from './store/ledger.server.ts'

const accountOf: Record<SellableKind, [Fulfillment, Account]> = {
  drop_unit: ['ffl_transfer', 'deposits'],
  build_slot: ['ffl_transfer', 'deposits'],
  course_seat: ['in_person', 'deposits'],
  balance: ['with_reservation', 'balances'],
  class_balance: ['in_person', 'balances'],
  patch: ['shipping', 'sales'],
  accessory: ['shipping', 'sales'],
  trust_pack: ['digital', 'sales'],
}

test('deposits, balances and sales are posted to their accounts, whatever is sold', () => {
  const kinds = Object.keys(accountOf) as SellableKind[]
  const lines = kinds.map((kind, position) => {
    const [fulfillment] = accountOf[kind]
    const line = { position, kind, unitCents: 1_000, quantity: 2, taxCents: 0, fulfillment }
    return { line, sellable: sellableOf(sellables, kind), ref: {} } as unknown as SellableLine
  })
  const order = { id: 'ABC', shippingCents: 0, shippingTaxCents: 0 } as Order
  const entries = JSON.parse(fulfillmentValues(order, lines).entries) as object[]
  expect(entries).toEqual([
    { account: 'customer_unallocated', line: null, cents: 2_000 * kinds.length },
    ...kinds.map((kind, line) => ({ account: accountOf[kind][1], line, cents: -2_000 })),
  ])
})
