import type { StatusKind, Tone } from '#app/features/console/components/status.tsx'
import {
  isEnding,
  isPaid,
  type Ending,
  type Stage,
  type OrderState,
  endings,
  orderStates,
  stages,
} from '#app/features/orders/rules.ts'
import { nextStage } from '#app/features/orders/stages.ts'
import { lineRefund, type RefundEnd } from '#app/features/orders/refunds.ts'
import type {
  ListedLine,
  ListedOrder,
  DealerState,
  OrderFilter,
} from '#app/features/orders/store/order-list.server.ts'
import { day, hour, minute } from '#app/kit/clock.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import { addDays, startOfDay } from '#app/kit/dates.ts'
import { lowerFirst } from '#app/kit/text.ts'
import { z } from 'zod'

export function formatAge(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime())
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  return ms < 2 * day ? `${Math.floor(ms / hour)} h` : `${Math.floor(ms / day)} d`
}

export function goodsOf(lines: readonly ListedLine[]) {
  const first = lines.find(({ returnedAt }) => !returnedAt) ?? lines[0]
  return {
    title: first?.title ?? '',
    number: first?.plate?.unitNumber ?? null,
    quantity: first?.quantity ?? 0,
    more: Math.max(0, lines.length - 1),
  }
}

export function slowestFirearm<Line extends Firearm>(
  lines: readonly Line[],
): (Line & { stage: Stage | Ending }) | undefined {
  const firearms = lines.filter((line): line is Line & { stage: Stage | Ending } => line.stage !== null)
  const open = firearms.filter(({ stage }) => !isEnding(stage))
  return (open.length ? open : firearms).toSorted((one, other) => remaining(other) - remaining(one))[0]
}

type Firearm = Pick<ListedLine, 'itemClass' | 'stage'>

function remaining({ itemClass, stage }: Firearm): number {
  if (stage === null || isEnding(stage)) return 0
  const next = nextStage(itemClass, stage)
  return next ? 1 + remaining({ itemClass, stage: next }) : 0
}

/** Until when the buyer may return one of the lines without asking; `undefined` when no line can be. */
export function refundEnd(
  { state, lines }: Pick<ListedOrder, 'state' | 'lines'>,
  now: Date,
): RefundEnd | undefined {
  for (const line of lines) {
    const clock = lineRefund(line, { state }, now)
    if (clock.ok) return clock.until
  }
  return undefined
}

type Next = { words: string; tone?: Tone }

/** What the order waits for; `undefined` when it is over or nothing is left to do. */
export function nextStepOf(
  order: Pick<ListedOrder, 'state' | 'lines' | 'isInReview' | 'dealerAnswer' | 'dealerName'>,
): Next | undefined {
  const { state, lines, isInReview } = order
  if (state === 'held') return { words: 'Buyer pays' }
  if (state === 'paying' || state === 'unknown') return { words: 'Gateway answers' }
  if (state === 'review') return { words: 'Gateway decides' }
  if (state === 'paid_unfulfilled') return { words: 'Charged without stock: refund', tone: 'stop' }
  if (!isPaid(state)) return undefined
  if (isInReview) return { words: 'Decide', tone: 'hold' }
  const firearm = slowestFirearm(lines.filter(({ returnedAt }) => !returnedAt))
  if (firearm && !isEnding(firearm.stage) && firearm.stage !== 'picked_up') {
    const next = nextStage(firearm.itemClass, firearm.stage)
    return next && stepTo(next, order)
  }
  const isToShip = lines.some(
    (line) => line.fulfillment === 'shipping' && !line.deliveredAt && !line.returnedAt,
  )
  return isToShip ? { words: 'Ship', tone: 'hold' } : undefined
}

const steps: Record<Stage, string> = {
  reserved: 'Agree the price',
  agreed: 'Agree the price',
  balance_paid: 'Balance',
  in_build: 'Start the build',
  built: 'Finish the build',
  form3_filed: 'File Form 3',
  form3_approved: 'Form 3 approval',
  shipped: 'Ship to the dealer',
  at_dealer: 'Arrival at the dealer',
  form4_filed: 'File Form 4',
  form4_approved: 'Form 4 approval',
  picked_up: 'Pickup',
}

function stepTo(
  stage: Stage,
  { dealerAnswer, dealerName }: Pick<ListedOrder, 'dealerAnswer' | 'dealerName'>,
): Next {
  if (stage === 'form3_filed' || stage === 'shipped') {
    if (dealerName === null) return { words: 'Buyer chooses a dealer' }
    if (dealerAnswer?.is === 'declined' || dealerAnswer?.is === 'expired')
      return { words: 'Another dealer', tone: 'stop' }
    if (dealerAnswer?.is === 'requested') return { words: 'Dealer answers' }
  }
  return { words: steps[stage] }
}

const waiting: readonly Stage[] = ['form3_filed', 'shipped', 'at_dealer', 'form4_filed', 'form4_approved']

export function stageShape(stage: Stage | Ending): StatusKind {
  if (isEnding(stage)) return stage === 'disapproved' ? 'no' : 'void'
  if (stage === 'reserved') return 'todo'
  if (stage === 'picked_up') return 'done'
  return waiting.includes(stage) ? 'wait' : 'half'
}

export const stateStatus = (state: OrderState) => stateStatuses[state]

const stateStatuses = {
  held: { kind: 'wait', word: 'Held' },
  paying: { kind: 'half', word: 'Paying' },
  unknown: { kind: 'wait', word: 'Gateway silent' },
  review: { kind: 'review', word: 'Payment in review' },
  paid: { kind: 'done', word: 'Paid' },
  paid_unfulfilled: { kind: 'over', word: 'Charged without stock' },
  part_refunded: { kind: 'half', word: 'Partly refunded' },
  refunded: { kind: 'void', word: 'Refunded' },
  expired: { kind: 'void', word: 'Expired' },
  canceled: { kind: 'void', word: 'Canceled' },
} as const satisfies Record<OrderState, { kind: string; word: string }>

/** A stage or an ending as staff read it: shorter than in the words for buyers, and of the dealer, not of "your dealer". */
export const stageLabels: Record<Stage | Ending, string> = {
  reserved: 'Reserved',
  agreed: 'Agreed',
  balance_paid: 'Balance paid',
  in_build: 'In build',
  built: 'Built',
  form3_filed: 'Form 3 filed',
  form3_approved: 'Form 3 approved',
  shipped: 'Shipped',
  at_dealer: 'At dealer',
  form4_filed: 'Form 4 filed',
  form4_approved: 'Form 4 approved',
  picked_up: 'Picked up',
  canceled: 'Canceled',
  refunded: 'Refunded',
  disapproved: 'Disapproved',
  withdrawn: 'Withdrawn',
}

export function orderStatus({
  state,
  lines,
  isInReview,
}: Pick<ListedOrder, 'state' | 'isInReview'> & {
  lines: readonly Pick<ListedLine, 'itemClass' | 'stage'>[]
}): {
  kind: StatusKind
  word: string
} {
  if (isInReview) return { kind: 'review', word: 'Review' }
  const firearm = slowestFirearm(lines)
  return firearm ? { kind: stageShape(firearm.stage), word: stageLabels[firearm.stage] } : stateStatus(state)
}

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

type FilterName = keyof typeof filters
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
