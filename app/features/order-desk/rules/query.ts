import { states } from '#app/features/compliance/rules/states.ts'
import { endings, orderStates, stages } from '#app/features/orders/rules.ts'
import { dealerStates, type OrderFilter } from '#app/features/orders/search.ts'
import { sellableKinds } from '#app/features/orders/goods.ts'
import { addDays } from '#app/kit/calendar-date.ts'
import { z } from 'zod'
import { momentIn } from '#app/kit/zoned-time.ts'

export const ordersPath = '/staff/orders'

export const maxNoteLength = 2_000

export const maxReasonLength = 300

export const choiceFields = {
  stage: ['review', ...stages, ...endings],
  state: states.map(({ code }) => code),
  payment: orderStates,
  goods: sellableKinds,
  dealer: dealerStates,
  parcel: ['to_ship'],
  balance: ['due', 'overdue', 'paid'],
} as const satisfies Record<string, readonly string[]>

export type ChoiceField = keyof typeof choiceFields
type QueryField = ChoiceField | 'from' | 'to' | 'q'

const choices = Object.keys(choiceFields) as ChoiceField[]

/** The conditions of a list as its address has them: values of a field stand with commas, days as `2026-11-05`. */
export type OrderQuery = Partial<Record<QueryField, string>>

export const standardViews = [
  { name: 'All', query: '' },
  { name: 'To decide', query: 'stage=review' },
  { name: 'Balance due', query: 'balance=due,overdue' },
  { name: 'Before build', query: 'stage=reserved,agreed,balance_paid' },
  { name: 'At dealer', query: 'stage=at_dealer,form4_filed,form4_approved' },
  { name: 'To ship', query: 'parcel=to_ship' },
  { name: 'Dealer silent or declined', query: 'dealer=declined' },
] as const

/** Reads the query from an address. Unknown fields and values are left out. */
export function parseQuery(params: URLSearchParams): OrderQuery {
  const query: OrderQuery = {}
  for (const field of choices) {
    const given = new Set(params.getAll(field).join(',').split(','))
    const known = choiceFields[field].filter((value) => given.has(value))
    if (known.length > 0) query[field] = known.join(',')
  }
  for (const field of ['from', 'to'] as const) {
    const day = params.get(field) ?? ''
    if (z.iso.date().safeParse(day).success) query[field] = day
  }
  const words = (params.get('q') ?? '').trim().slice(0, 100)
  return words ? { ...query, q: words } : query
}

/** The query as an address, in the order of the fields: one query has one address. Empty without conditions. */
export function formatQuery(query: OrderQuery): string {
  return [...choices, 'from' as const, 'to' as const, 'q' as const]
    .flatMap((field) => {
      const value = query[field]
      return value === undefined ? [] : `${field}=${encodeURIComponent(value).replaceAll('%2C', ',')}`
    })
    .join('&')
}

export function filterOf(query: OrderQuery, timeZone: string): OrderFilter {
  // What the query holds was checked against the closed list of its field.
  const start = (day: string) => momentIn(timeZone, `${day} 00:00`) ?? momentIn(timeZone, `${day} 01:00`)
  const { from, to } = query
  return {
    stage: query.stage?.split(',') as OrderFilter['stage'],
    buyerState: query.state?.split(','),
    state: query.payment?.split(',') as OrderFilter['state'],
    kind: query.goods?.split(',') as OrderFilter['kind'],
    dealer: query.dealer?.split(',') as OrderFilter['dealer'],
    isToShip: query.parcel === 'to_ship' || undefined,
    placed: { ...(from && { from: start(from) }), ...(to && { until: start(addDays(to, 1)) }) },
    words: query.q,
  }
}
