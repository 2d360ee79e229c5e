import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sellableKinds } from '#app/features/orders/goods.ts'
import {
  addQuantity,
  type Cart,
  type CartLine,
  countItems,
  countWritten,
  type GoodDetails,
  formatCart,
  isBeingPaid,
  mayAddToGroup,
  maxQuantityOf,
  maxLines,
  slotOf,
  noCart,
  parseCart,
  setQuantity,
  showCart,
  withoutBought,
} from './rules.ts'

const line = (id: string, quantity = 1, priceWhenAddedCents = 1_600): CartLine => ({
  kind: 'accessory',
  id,
  quantity,
  priceWhenAddedCents,
})
const cart = (...lines: CartLine[]): Cart => ({ lines, orderId: null })
const good = (values: Partial<GoodDetails> = {}): GoodDetails => ({
  title: 'Magazine',
  detail: '',
  unitCents: 1600,
  left: 9,
  maxPerOrder: 20,
  picture: null,
  path: '/accessories',
  isParcel: true,
  ...values,
})

const lines = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(...sellableKinds),
    id: fc.stringMatching(/^[\w-]{1,36}$/),
    quantity: fc.integer({ min: 1, max: 99 }),
    priceWhenAddedCents: fc.integer({ min: 0, max: 10_000_000 }),
  }),
  { selector: slotOf, maxLength: maxLines },
)

test('any cart survives its cookie, which needs no escaping', () => {
  fc.assert(
    fc.property(lines, fc.option(fc.stringMatching(/^[0-9A-Z]{10}$/)), (some, orderId) => {
      const written = formatCart({ lines: some, orderId })
      expect(encodeURIComponent(written)).toBe(written)
      expect(parseCart(written)).toEqual({ lines: some, orderId })
      expect(countWritten(written)).toBe(countItems({ lines: some }))
      expect(isBeingPaid(written)).toBe(orderId !== null)
    }),
  )
})

test('an invalid cookie is an empty cart, and invalid lines are ignored', () => {
  expect(parseCart(undefined)).toEqual(noCart)
  expect(parseCart('c9~accessory*a*1*100')).toEqual(noCart)
  expect(['', 'c9~accessory*a*1*100', 'c1~accessory*a*b*100'].map(countWritten)).toEqual([0, 0, 0])
  const odd =
    'c1~accessory*a*0*1~accessory*b*1.5*1~rifle*c*1*1~accessory*d*2*-5~accessory*e*1*100~accessory*f*1*1*1'
  expect(parseCart(odd)).toEqual(cart(line('e', 1, 100)))
  expect(parseCart('c1~accessory*g*1*1.5~accessory*h*100*1~accessory*i*99*1')).toEqual(cart(line('i', 99, 1)))
  expect(parseCart('c1~!short~!<script>').orderId).toBeNull()
  expect(formatCart(noCart)).toBe('c1')
})

test('a cookie with too many lines is cut', () => {
  const written = (count: number) =>
    `c1${Array.from({ length: count }, (_, at) => `~accessory*a${at}*1*100`).join('')}`
  expect(parseCart(written(20)).lines).toHaveLength(20)
  expect(parseCart(written(21)).lines).toHaveLength(20)
  expect(parseCart(written(500)).lines.map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, at) => `a${at}`),
  )
})

test('a full cart fits in a cookie', () => {
  const full = Array.from({ length: maxLines + 5 }, (_, at) =>
    line(`${crypto.randomUUID()}-${at}`, 20, 100_000),
  )
  const stored = full.reduce((into, each) => addQuantity(into, each, 20), noCart)
  expect(stored.lines).toHaveLength(maxLines)
  expect(formatCart({ ...stored, orderId: 'ABCDEFGHJK' }).length).toBeLessThan(1_500)
})

test('quantities add up to the available maximum, and quantity 0 removes a line', () => {
  const two = addQuantity(cart(line('a', 1)), line('a', 1), 5)
  expect(two.lines).toEqual([line('a', 2)])
  expect(addQuantity(noCart, line('a', 2), 5).lines).toEqual([line('a', 2)])
  expect(addQuantity(two, line('a', 99), 5).lines).toEqual([line('a', 5)])
  expect(setQuantity(cart(line('a'), line('b')), line('a', 0)).lines).toEqual([line('b')])
  expect(countItems(cart(line('a', 2), line('b', 3)))).toBe(5)
})

test('paid items leave the cart, items added since stay', () => {
  const before = { ...cart(line('a', 4), line('b', 1), line('d', 5)), orderId: 'ABCDEFGHJK' }
  const bought = [line('a', 2), line('b', 1), line('c', 1)]
  expect(withoutBought(before, bought)).toEqual(cart(line('a', 2), line('d', 5)))
})

test('another seat, or another variant of a number, replaces the first', () => {
  const of = (kind: CartLine['kind'], id: string) => ({ ...line(id), kind })
  const stored = ([first, second]: [CartLine, CartLine]) =>
    addQuantity(cart(line('a'), first), second, 1).lines
  const seats: [CartLine, CartLine] = [of('course_seat', 'may'), of('course_seat', 'june')]
  expect(stored(seats)).toEqual([line('a'), seats[1]])
  const variants: [CartLine, CartLine] = [of('drop_unit', 'noir_7_black'), of('drop_unit', 'noir_7_tan')]
  expect(stored(variants)).toEqual([line('a'), variants[1]])
  const numbers: [CartLine, CartLine] = [of('drop_unit', 'noir_7_tan'), of('drop_unit', 'noir_8_tan')]
  expect(stored(numbers)).toEqual([line('a'), ...numbers])
  const patches: [CartLine, CartLine] = [of('patch', 'noir_7_black'), of('patch', 'noir_7_tan')]
  expect(stored(patches)).toEqual([line('a'), ...patches])
})

test('an order has no more of an item than are left, nor than it may have', () => {
  expect(maxQuantityOf({ left: 9, maxPerOrder: 2 })).toBe(2)
  expect(maxQuantityOf({ left: 1, maxPerOrder: 2 })).toBe(1)
  expect(maxQuantityOf({ left: null, maxPerOrder: 2 })).toBe(2)
})

test('the subtotal counts available lines at current prices', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.nat(99_999), fc.integer({ min: 1, max: 20 })),
        {
          selector: ([id]) => id,
          maxLength: 10,
        },
      ),
      (things) => {
        const goods = new Map(
          things.map(([id, unitCents]) => [`accessory*${id}`, good({ unitCents, left: null })]),
        )
        const shown = showCart(cart(...things.map(([id, , quantity]) => line(id, quantity))), goods)
        expect(shown.subtotalCents).toBe(
          things.reduce((sum, [, cents, quantity]) => sum + cents * quantity, 0),
        )
        expect(shown.isReady).toBe(things.length > 0)
      },
    ),
  )
})

test('each changed line has a notice, and only a price change allows checkout', () => {
  const goods = new Map([
    ['accessory*dearer', good({ unitCents: 1_800 })],
    ['accessory*fewer', good({ left: 2 })],
    ['accessory*none', good({ left: 0 })],
    ['accessory*same', good()],
  ])
  const shown = showCart(cart(...['dearer', 'fewer', 'none', 'gone', 'same'].map((id) => line(id, 3))), goods)
  expect(shown.lines.map(({ notice }) => notice)).toEqual([
    { why: 'price', fromCents: 1_600 },
    { why: 'fewer', left: 2 },
    { why: 'gone' },
    { why: 'gone' },
    undefined,
  ])
  expect(shown.subtotalCents).toBe(3 * 1_800 + 3 * 1_600)
  expect(shown.isReady).toBe(false)
  expect(showCart(cart(line('dearer'), line('same')), goods)).toMatchObject({
    isReady: true,
    hasParcel: true,
  })
  const seat = new Map([['accessory*seat', good({ isParcel: false })]])
  expect(showCart(cart(line('seat')), seat).hasParcel).toBe(false)
})

test('a cart limits items of one group', () => {
  const groupOf = (id: string) => id.split('_')[0] ?? ''
  const unit = (id: string) => ({ ...line(id), kind: 'drop_unit' as const })
  const two = cart(unit('noir_1'), unit('noir_2'), line('noir_3'))
  const may = (id: string, max: number | null) => mayAddToGroup(two, unit(id), { groupOf }, max)
  expect(may('noir_3', 2)).toBe(false)
  expect(may('noir_3', 3)).toBe(true)
  expect(may('noir_3', null)).toBe(true)
  expect(may('other_1', 2)).toBe(true)
  expect(may('noir_2', 2)).toBe(true)
  expect(mayAddToGroup(two, unit('noir_3'), {}, 2)).toBe(true)
})
