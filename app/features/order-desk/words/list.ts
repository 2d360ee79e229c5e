import type { StatusKind, Tone } from '#app/features/console/components/shape.tsx'
import { stateName } from '#app/features/compliance/rules/states.ts'
import type { Ending, Stage } from '#app/features/orders/rules.ts'
import type { DealerState } from '#app/features/orders/search.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import type { ListedLine, ListedOrder } from '#app/features/orders/store/order-list.server.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { type NextStep, slowestFirearm, stageShape } from '../rules/listed.ts'
import type { ChoiceField } from '../rules/query.ts'
import { stageLabels, stateStatus } from '../words.ts'

function stageLabel(stage: Stage | Ending | 'review'): string {
  return stage === 'review' ? 'Review' : stageLabels[stage]
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
  if (isInReview) return { kind: 'review', word: stageLabel('review') }
  const firearm = slowestFirearm(lines)
  return firearm ? { kind: stageShape(firearm.stage), word: stageLabel(firearm.stage) } : stateStatus(state)
}

export function balanceOfWords(reservationId: string, paidCents: number): string {
  return `Balance of ${reservationId}${paidCents > 0 ? `, ${formatCentsExact(paidCents)} paid` : ''}`
}

const kindWords: Record<SellableKind, string> = {
  drop_unit: 'numbered units',
  patch: 'patches',
  accessory: 'accessories',
  trust_pack: 'trust packs',
  course_seat: 'classes',
  class_balance: 'class balances',
  build_slot: 'builds',
  balance: 'balances',
}

const dealerWords: Record<DealerState, string> = {
  none: 'none',
  chosen: 'chosen',
  requested: 'waiting for an answer',
  accepted: 'accepted',
  declined: 'declined or silent',
}

export function valueWords(field: ChoiceField, value: string): string {
  switch (field) {
    case 'stage':
      return stageLabel(value as Stage).replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    case 'state':
      return stateName(value) ?? value
    case 'payment':
      return stateStatus(value as Parameters<typeof stateStatus>[0]).word.toLowerCase()
    case 'goods':
      return kindWords[value as SellableKind]
    case 'dealer':
      return dealerWords[value as DealerState]
    case 'parcel':
      return 'to ship'
    case 'balance':
      return value
  }
}

export const nextStepWords: Record<NextStep, { words: string; tone?: Tone }> = {
  buyer_pays: { words: 'Buyer pays' },
  gateway_answers: { words: 'Gateway answers' },
  gateway_reviews: { words: 'Gateway decides' },
  refund_runs: { words: 'Charged without stock: refund', tone: 'stop' },
  decide: { words: 'Decide', tone: 'hold' },
  send_terms: { words: 'Agree the price' },
  balance: { words: 'Balance' },
  start_build: { words: 'Start the build' },
  finish_build: { words: 'Finish the build' },
  choose_dealer: { words: 'Buyer chooses a dealer' },
  dealer_answers: { words: 'Dealer answers' },
  other_dealer: { words: 'Another dealer', tone: 'stop' },
  file_form3: { words: 'File Form 3' },
  form3_approval: { words: 'Form 3 approval' },
  ship_firearm: { words: 'Ship to the dealer' },
  arrival: { words: 'Arrival at the dealer' },
  file_form4: { words: 'File Form 4' },
  form4_approval: { words: 'Form 4 approval' },
  pickup: { words: 'Pickup' },
  ship_goods: { words: 'Ship', tone: 'hold' },
}

export const refundEndWords = {
  form_filed: 'to Form 3',
  dispatched: 'to parcel',
  downloaded: 'to download',
} as const

export function dealerAnswerStatus({
  dealerName,
  dealerAnswer,
}: Pick<ListedOrder, 'dealerName' | 'dealerAnswer'>): { words: string; tone?: Tone } {
  if (dealerName === null) return { words: '–' }
  if (dealerAnswer === 'declined' || dealerAnswer === 'refused')
    return { words: `${dealerName}: declined`, tone: 'stop' }
  if (dealerAnswer === 'expired') return { words: `${dealerName}: silent`, tone: 'stop' }
  return { words: dealerName }
}
