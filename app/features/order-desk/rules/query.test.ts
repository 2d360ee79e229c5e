import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changeQuery,
  choiceFields,
  filterOf,
  formatQuery,
  type OrderQuery,
  parseQuery,
  queryFields,
  sortOf,
} from './query.ts'

const parse = (text: string) => parseQuery(new URLSearchParams(text))
const zone = 'America/New_York'

test('the address of the design is read whole', () => {
  const query = parse('stage=review,agreed&state=!HI&paid=>2026-11-01&sort=-age')
  expect(filterOf(query, zone)).toMatchObject({
    stage: { values: ['review', 'agreed'], isNegated: false },
    buyerState: { values: ['HI'], isNegated: true },
    paid: { from: new Date('2026-11-02T05:00:00Z') },
  })
  expect(sortOf(query)).toBe('oldest')
})

test('what a form sends is the same query as its address', () => {
  expect(formatQuery(parse('stage.op=not&stage=agreed&stage=review'))).toBe('stage=!review,agreed')
  expect(formatQuery(parse('paid=2026-11-01&paid.op=..&paid.to=2026-11-05'))).toBe(
    'paid=2026-11-01..2026-11-05',
  )
  expect(formatQuery(parse('paid=2026-11-01&paid.op=..&paid.to='))).toBe('paid=%3E2026-10-31')
  expect(formatQuery(parse('paid=2026-11-01&paid.op=%3C'))).toBe('paid=%3C2026-11-01')
})

test.each([
  'stage=nowhere',
  'state=XX',
  'paid=2026-02-30',
  'paid=yesterday',
  'paid=2026-11-05..x',
  'q=%20',
  'page=3',
  'sort=name',
  'sort=toString',
  'stage=',
])('%s asks for nothing', (text) => {
  const cleaned = text === 'paid=2026-11-05..x' ? 'paid=%3E2026-11-04' : ''
  expect(formatQuery(parse(text))).toBe(cleaned)
})

test('days begin and end in the shop’s time zone, also when its clocks change', () => {
  const paid = (text: string) => filterOf(parse(`paid=${text}`), zone).paid
  expect(paid('2026-11-01')).toEqual({
    from: new Date('2026-11-01T04:00:00Z'),
    until: new Date('2026-11-02T05:00:00Z'),
  })
  expect(paid('<2026-07-01')).toEqual({ until: new Date('2026-07-01T04:00:00Z') })
  expect(paid('2026-07-01..2026-07-31')).toEqual({
    from: new Date('2026-07-01T04:00:00Z'),
    until: new Date('2026-08-01T04:00:00Z'),
  })
})

test('a filter is changed or taken away, and the rest stays', () => {
  const query = parse('stage=agreed&state=TX&sort=-total')
  expect(formatQuery(changeQuery(query, { stage: undefined }))).toBe('state=TX&sort=-total')
  expect(formatQuery(changeQuery(query, { q: 'noir 7', sort: 'age' }))).toBe(
    'stage=agreed&state=TX&q=noir%207',
  )
})

const someOf = (values: readonly string[]) =>
  fc
    .tuple(fc.boolean(), fc.subarray([...values], { minLength: 1 }))
    .map(([isNegated, chosen]) => (isNegated ? '!' : '') + chosen.join(','))
const query: fc.Arbitrary<OrderQuery> = fc.record({
  terms: fc.record(
    {
      ...Object.fromEntries(Object.entries(choiceFields).map(([field, values]) => [field, someOf(values)])),
      paid: fc.constantFrom('2026-11-01', '>2026-11-01', '<2026-02-28', '2026-01-01..2026-01-02'),
      q: fc.constantFrom('noir 7', 'a&b=c', 'ü,!'),
    },
    { requiredKeys: [] },
  ),
  sort: fc.constantFrom('age', '-age', 'total', '-total'),
})

test('every query survives its address, and has only one', () => {
  fc.assert(
    fc.property(query, (one) => {
      expect(parse(formatQuery(one))).toEqual(one)
      expect(formatQuery(parse(formatQuery(one)))).toBe(formatQuery(one))
    }),
  )
})

test('every address parses to a query', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...queryFields, 'sort'), fc.string())), (pairs) => {
      const read = parseQuery(new URLSearchParams(pairs))
      expect(parse(formatQuery(read))).toEqual(read)
      filterOf(read, zone)
    }),
  )
})
