import type { StatusKind } from '#app/features/console/components/shape.tsx'
import { isEnding, isPaid, type Ending, type Stage } from '#app/features/orders/rules.ts'
import { nextStage } from '#app/features/orders/stages.ts'
import { lineRefund, type RefundEnd } from '#app/features/orders/refunds.ts'
import type { ListedLine, ListedOrder } from '#app/features/orders/store/order-list.server.ts'
import { day, hour, minute } from '#app/kit/clock.ts'
import type { NextStep } from '../words.ts'

export function formatAge(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime())
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  return ms < 2 * day ? `${Math.floor(ms / hour)} h` : `${Math.floor(ms / day)} d`
}

export function goodsOf(lines: readonly ListedLine[]): {
  title: string
  number: number | null
  quantity: number
  more: number
} {
  const first = lines.find(({ returnedAt }) => !returnedAt) ?? lines[0]
  return {
    title: first?.title ?? '',
    number: first?.unitNumber ?? null,
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
    const money = { unitCents: 0, taxCents: 0, refundedCents: 0 }
    const clock = lineRefund({ ...line, ...money }, { state }, now)
    if (clock.ok) return clock.until
  }
  return undefined
}

/** What the order waits for; `undefined` when it is over or nothing is left to do. */
export function nextStepOf(
  order: Pick<ListedOrder, 'state' | 'lines' | 'isInReview' | 'dealerAnswer' | 'dealerName'>,
): NextStep | undefined {
  const { state, lines, isInReview } = order
  if (state === 'held') return 'buyer_pays'
  if (state === 'paying' || state === 'unknown') return 'gateway_answers'
  if (state === 'review') return 'gateway_reviews'
  if (state === 'paid_unfulfilled') return 'refund_runs'
  if (!isPaid(state)) return undefined
  if (isInReview) return 'decide'
  const firearm = slowestFirearm(lines.filter(({ returnedAt }) => !returnedAt))
  if (firearm && !isEnding(firearm.stage) && firearm.stage !== 'picked_up') {
    const next = nextStage(firearm.itemClass, firearm.stage)
    return next && stepTo(next, order)
  }
  const isToShip = lines.some(
    (line) => line.fulfillment === 'shipping' && !line.deliveredAt && !line.returnedAt,
  )
  return isToShip ? 'ship_goods' : undefined
}

const steps: Record<Exclude<Stage, 'reserved'>, NextStep> = {
  agreed: 'send_terms',
  balance_paid: 'balance',
  in_build: 'start_build',
  built: 'finish_build',
  form3_filed: 'file_form3',
  form3_approved: 'form3_approval',
  shipped: 'ship_firearm',
  at_dealer: 'arrival',
  form4_filed: 'file_form4',
  form4_approved: 'form4_approval',
  picked_up: 'pickup',
}

function stepTo(
  stage: Stage,
  { dealerAnswer, dealerName }: Pick<ListedOrder, 'dealerAnswer' | 'dealerName'>,
): NextStep {
  if (stage === 'form3_filed' || stage === 'shipped') {
    if (dealerName === null) return 'choose_dealer'
    if (['declined', 'expired'].includes(dealerAnswer ?? '')) return 'other_dealer'
    if (dealerAnswer === 'requested') return 'dealer_answers'
  }
  return stage === 'reserved' ? 'send_terms' : steps[stage]
}

export function stageShape(stage: Stage | Ending): StatusKind {
  if (isEnding(stage)) return stage === 'disapproved' ? 'no' : 'void'
  return stageShapes[stage]
}

const stageShapes: Record<Stage, StatusKind> = {
  reserved: 'todo',
  agreed: 'half',
  balance_paid: 'half',
  in_build: 'half',
  built: 'half',
  form3_filed: 'wait',
  form3_approved: 'half',
  shipped: 'wait',
  at_dealer: 'wait',
  form4_filed: 'wait',
  form4_approved: 'wait',
  picked_up: 'done',
}
