import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterNames, filterOf, filters, formatQuery, type OrderQuery, parseQuery } from './listed.ts'

const parse = (text: string) => parseQuery(new URLSearchParams(text))
const zone = 'America/New_York'

test('an address is read whole, and a form’s empty fields are left out', () => {
  const query = parse('stage=review,agreed&state=HI&payment=&from=2026-11-01&to=&q=%20noir%207')
  expect(filterOf(query, zone)).toMatchObject({
    stage: ['review', 'agreed'],
    buyerState: ['HI'],
    state: undefined,
    placed: { from: new Date('2026-11-01T04:00:00Z') },
    words: 'noir 7',
  })
  expect(formatQuery(query)).toBe('stage=review,agreed&state=HI&from=2026-11-01&q=noir%207')
})

test.each([
  'stage=nowhere',
  'state=XX',
  'from=2026-02-30',
  'to=yesterday',
  'q=%20',
  'page=3',
  'sort=name',
  'stage=',
])('%s asks for nothing', (text) => {
  expect(formatQuery(parse(text))).toBe('')
})

test('days begin and end in the shop’s time zone, also when its clocks change', () => {
  const placed = (text: string) => filterOf(parse(text), zone).placed
  expect(placed('from=2026-11-01&to=2026-11-01')).toEqual({
    from: new Date('2026-11-01T04:00:00Z'),
    until: new Date('2026-11-02T05:00:00Z'),
  })
  expect(placed('to=2026-06-30')).toEqual({ until: new Date('2026-07-01T04:00:00Z') })
})

const someOf = (values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.join(','))
const query: fc.Arbitrary<OrderQuery> = fc.record(
  {
    ...Object.fromEntries(filterNames.map((name) => [name, someOf(Object.keys(filters[name].values))])),
    from: fc.constantFrom('2026-11-01', '2026-02-28'),
    q: fc.constantFrom('noir 7', 'a&b=c', 'ü,!'),
  },
  { requiredKeys: [] },
)

test('every query survives its address, and has only one', () => {
  fc.assert(
    fc.property(query, (one) => {
      expect(parse(formatQuery(one))).toEqual(one)
      expect(formatQuery(parse(formatQuery(one)))).toBe(formatQuery(one))
    }),
  )
})

test('every address parses to a query', () => {
  const fields = [...filterNames, 'from', 'to', 'q']
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...fields), fc.string())), (pairs) => {
      const read = parseQuery(new URLSearchParams(pairs))
      expect(parse(formatQuery(read))).toEqual(read)
      filterOf(read, zone)
    }),
  )
})
