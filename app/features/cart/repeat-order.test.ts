import { expect, test } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import { repeatOrder } from './store.server.ts'
import { type CartGood, noCart } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const noDb = {} as Db

const soldFor3 = (left: number | undefined): CartGood => ({
  ref: (id) => ({ id }),
  idOf: (ref) => (ref as { id: string }).id,
  describe: async () =>
    left === undefined
      ? undefined
      : {
          title: 'As it is called today',
          detail: '',
          unitCents: 300,
          left,
          maxPerOrder: 5,
          picture: null,
          path: '/there',
          isParcel: true,
        },
})

const bought = (kind: SellableKind, quantity = 2) =>
  ({
    kind,
    ref: { id: `${kind}-1` },
    title: 'As it was called',
    quantity,
    unitCents: 200,
  }) as OrderView['lines'][number]

test('accessories and patches are added again as far as there are any, at their price of today', async () => {
  const goods = { accessory: soldFor3(1), patch: soldFor3(9) }
  const lines = [bought('accessory'), bought('patch', 7)]
  const { cart, items } = await repeatOrder(noDb, goods, noCart, lines, now)
  expect(cart.lines).toMatchObject([
    { kind: 'accessory', quantity: 1, priceWhenAddedCents: 300 },
    { kind: 'patch', quantity: 5 },
  ])
  expect(items).toMatchObject([
    { title: 'As it is called today', wanted: 2, quantity: 1, unitCents: 300 },
    { wanted: 7, quantity: 5 },
  ])
})

test('what the cart has already counts, and what is gone is named with what was paid', async () => {
  const first = await repeatOrder(noDb, { patch: soldFor3(9) }, noCart, [bought('patch', 4)], now)
  const goods = { patch: soldFor3(9), accessory: soldFor3(undefined) }
  const lines = [bought('patch', 4), bought('accessory')]
  const { items } = await repeatOrder(noDb, goods, first.cart, lines, now)
  expect(items).toMatchObject([
    { wanted: 4, quantity: 1 },
    { title: 'As it was called', wanted: 2, quantity: 0, unitCents: 200 },
  ])
})

test('numbers, seats and trust packs are bought once', async () => {
  const once = ['drop_unit', 'course_seat', 'trust_pack'] as const
  const goods = Object.fromEntries(once.map((kind) => [kind, soldFor3(9)]))
  expect(
    await repeatOrder(
      noDb,
      goods,
      noCart,
      once.map((kind) => bought(kind)),
      now,
    ),
  ).toEqual({
    cart: noCart,
    items: [],
  })
})
