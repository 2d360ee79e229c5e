import { states } from '#app/features/compliance/rules/states.ts'
import { endings, orderStates, stages } from '#app/features/orders/rules.ts'
import {
  dealerStates,
  type OrderFilter,
  type OrderSort,
  type Span,
} from '#app/features/orders/rules/order-filter.ts'
import { sellableKinds } from '#app/features/orders/rules/goods.ts'
import { momentIn } from '#app/kit/zoned-time.ts'

export const choiceFields = {
  stage: ['review', ...stages, ...endings],
  state: states.map(({ code }) => code),
  payment: orderStates,
  goods: sellableKinds,
  dealer: dealerStates,
  parcel: ['to_ship'],
  balance: ['due', 'overdue', 'paid'],
} as const satisfies Record<string, readonly string[]>
export const dayFields = ['paid', 'placed'] as const

export type ChoiceField = keyof typeof choiceFields
type DayField = (typeof dayFields)[number]
export type QueryField = ChoiceField | DayField | 'q'

export const queryFields: readonly QueryField[] = [
  'stage',
  'state',
  'payment',
  'goods',
  'dealer',
  'parcel',
  'balance',
  ...dayFields,
  'q',
]

export type OrderQuery = { terms: Partial<Record<QueryField, string>>; sort: SortKey }

const sortKeys = { age: 'newest', '-age': 'oldest', '-total': 'largest', total: 'smallest' } as const
export type SortKey = keyof typeof sortKeys

/**
 * Reads the query from an address. Unknown fields and values are left out. Forms send a field's values one by one, with `not` or
 * a comparison beside them (`stage.op`, `paid.op`, `paid.to`): both ways mean the same.
 */
export function parseQuery(params: URLSearchParams): OrderQuery {
  const terms: OrderQuery['terms'] = {}
  for (const field of queryFields) {
    const value = isChoice(field)
      ? choiceOf(params, field)
      : isDay(field)
        ? daysOf(params, field)
        : (params.get(field) ?? '').trim().slice(0, 100)
    if (value) terms[field] = value
  }
  const sort = params.get('sort') ?? ''
  return { terms, sort: Object.hasOwn(sortKeys, sort) ? (sort as SortKey) : 'age' }
}

/** The query as an address, in the fields' order: one query has one address. Empty without conditions. */
export function formatQuery({ terms, sort }: OrderQuery): string {
  const parts = queryFields.flatMap((field) => {
    const value = terms[field]
    return value === undefined
      ? []
      : `${field}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')}`
  })
  if (sort !== 'age') parts.push(`sort=${sort}`)
  return parts.join('&')
}

export function changeQuery(
  { terms, sort }: OrderQuery,
  change: { [Field in QueryField]?: string | undefined } & { sort?: SortKey },
): OrderQuery {
  const { sort: newSort = sort, ...newTerms } = change
  const all = Object.entries({ ...terms, ...newTerms }).filter(([, value]) => value)
  return { terms: Object.fromEntries(all), sort: newSort }
}

export function readChoice(value: string): { values: string[]; isNegated: boolean } {
  const isNegated = value.startsWith('!')
  return { values: value.slice(isNegated ? 1 : 0).split(','), isNegated }
}

/** A span of days, taken apart: `>2026-11-01` is after that day, `a..b` from the first to the last of them. */
export function readDays(value: string): { operator: '>' | '<' | '=' | '..'; from: string; to: string } {
  const [from = '', to = ''] = value.replace(/^[><]/, '').split('..')
  const operator = value.includes('..')
    ? '..'
    : value.startsWith('>')
      ? '>'
      : value.startsWith('<')
        ? '<'
        : '='
  return { operator, from, to }
}

export function filterOf({ terms }: OrderQuery, timeZone: string): OrderFilter {
  // What the query holds was checked against the closed list of its field.
  const choice = (text: string | undefined) => (text === undefined ? undefined : readChoice(text))
  return {
    stage: choice(terms.stage) as OrderFilter['stage'],
    buyerState: choice(terms.state),
    state: choice(terms.payment) as OrderFilter['state'],
    kind: choice(terms.goods) as OrderFilter['kind'],
    dealer: choice(terms.dealer) as OrderFilter['dealer'],
    isToShip: terms.parcel === 'to_ship' || undefined,
    paid: terms.paid === undefined ? undefined : spanOf(terms.paid, timeZone),
    placed: terms.placed === undefined ? undefined : spanOf(terms.placed, timeZone),
    words: terms.q,
  }
}

export function sortOf({ sort }: OrderQuery): OrderSort {
  return sortKeys[sort]
}

function isChoice(field: QueryField): field is ChoiceField {
  return field in choiceFields
}

function isDay(field: QueryField): field is DayField {
  return (dayFields as readonly string[]).includes(field)
}

function choiceOf(params: URLSearchParams, field: ChoiceField): string | undefined {
  const text = params.getAll(field).join(',')
  const isNegated = text.startsWith('!') || params.get(`${field}.op`) === 'not'
  const given = new Set(text.replace(/^!/, '').split(','))
  const values = choiceFields[field].filter((value) => given.has(value))
  return values.length ? `${isNegated ? '!' : ''}${values.join(',')}` : undefined
}

const aDay = /^\d{4}-\d{2}-\d{2}$/

function daysOf(params: URLSearchParams, field: DayField): string | undefined {
  const text = params.get(field) ?? ''
  const { operator, from, to } = readDays(text)
  const wanted = params.get(`${field}.op`) ?? operator
  const until = params.get(`${field}.to`) ?? to
  if (!isRealDay(from)) return undefined
  if (wanted === '..') return isRealDay(until) && until >= from ? `${from}..${until}` : `>${dayBefore(from)}`
  return wanted === '>' || wanted === '<' ? `${wanted}${from}` : from
}

function isRealDay(day: string): boolean {
  return aDay.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
}

function spanOf(value: string, timeZone: string): Span {
  const { operator, from, to } = readDays(value)
  const start = (day: string) => momentIn(timeZone, `${day} 00:00`) ?? momentIn(timeZone, `${day} 01:00`)
  if (operator === '>') return { from: start(dayAfter(from)) }
  if (operator === '<') return { until: start(from) }
  return { from: start(from), until: start(dayAfter(operator === '..' ? to : from)) }
}

function dayAfter(day: string): string {
  return shifted(day, 1)
}

function dayBefore(day: string): string {
  return shifted(day, -1)
}

function shifted(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date.toISOString().slice(0, 10)
}
