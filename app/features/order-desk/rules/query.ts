import { states } from '#app/features/compliance/rules/states.ts'
import { endings, orderStates, stages } from '#app/features/orders/rules.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import type { DealerState, OrderFilter } from '#app/features/orders/store/order-list.server.ts'
import { addDays, startOfDay } from '#app/kit/dates.ts'
import { lowerFirst } from '#app/kit/text.ts'
import { z } from 'zod'
import { stageLabels, stateStatus } from '../words.ts'

export const ordersPath = '/staff/orders'

/** What a list is narrowed by, each with its values in words. */
export const filters = {
  stage: {
    label: 'Stage',
    values: {
      review: 'review',
      ...Object.fromEntries([...stages, ...endings].map((stage) => [stage, lowerFirst(stageLabels[stage])])),
    },
  },
  payment: {
    label: 'Payment',
    values: Object.fromEntries(orderStates.map((state) => [state, lowerFirst(stateStatus(state).word)])),
  },
  goods: {
    label: 'Goods',
    values: {
      drop_unit: 'numbered units',
      patch: 'patches',
      accessory: 'accessories',
      trust_pack: 'trust packs',
      course_seat: 'classes',
      class_balance: 'class balances',
      build_slot: 'builds',
      balance: 'balances',
    },
  },
  dealer: {
    label: 'Dealer',
    values: {
      none: 'none',
      chosen: 'chosen',
      requested: 'waiting for an answer',
      accepted: 'accepted',
      declined: 'declined or silent',
    },
  },
  balance: { label: 'Balance', values: { due: 'due', overdue: 'overdue', paid: 'paid' } },
  parcel: { label: 'Parcel', values: { to_ship: 'to ship' } },
  state: {
    label: 'Buyer’s state',
    values: Object.fromEntries(states.map(({ code, name }) => [code, name])),
  },
} satisfies {
  [name: string]: { label: string; values: Record<string, string> }
  goods: { label: string; values: Record<SellableKind, string> }
  dealer: { label: string; values: Record<DealerState, string> }
}

export type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters) as FilterName[]
const fieldNames = [...filterNames, 'from', 'to', 'q'] as const

/** The conditions of a list as its address has them: values of a field stand with commas, days as `2026-11-05`. */
export type OrderQuery = Partial<Record<(typeof fieldNames)[number], string>>

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
  for (const field of filterNames) {
    const given = new Set(params.getAll(field).join(',').split(','))
    const known = Object.keys(filters[field].values).filter((value) => given.has(value))
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
  return fieldNames
    .flatMap((field) => {
      const value = query[field]
      return value === undefined ? [] : `${field}=${encodeURIComponent(value).replaceAll('%2C', ',')}`
    })
    .join('&')
}

export function filterOf(query: OrderQuery, timeZone: string): OrderFilter {
  // What the query holds was checked against the closed list of its field.
  const start = (day: string) => startOfDay(timeZone, day)
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
