import type { StatusKind, Tone } from '#app/features/console/components/shape.tsx'
import { isEnding, isPaid, type Ending, type Stage } from '#app/features/orders/rules.ts'
import { nextStage } from '#app/features/orders/stages.ts'
import { lineRefund, type RefundEnd } from '#app/features/orders/refunds.ts'
import type { ListedLine, ListedOrder } from '#app/features/orders/store/order-list.server.ts'
import { day, hour, minute } from '#app/kit/clock.ts'

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
