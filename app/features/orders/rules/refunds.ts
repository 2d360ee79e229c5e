import { allowed, refuse } from '#app/kit/refusal.ts'
import { type Ending, isEnding, isPaid, type OrderState, type Stage, stages } from '../rules.ts'
import type { Fulfilment, ReturnRefusal } from '../sellable.ts'

/** The money of a line, in cents: what its pieces cost, the tax on them, and what of both was given back. */
export type LineMoney = { unitCents: number; quantity: number; taxCents: number; refundedCents: number }

/** What the refund rules need to know of a line. */
export type RefundableLine = LineMoney & {
  position: number
  fulfilment: Fulfilment
  stage: Stage | Ending | null
  refundUntil: Date | null
  deliveredAt: Date | null
  returnedAt: Date | null
  /** A refund that takes the line back is open. */
  isReturning?: boolean
  /** Why what came with the line keeps its buyer from giving it back. */
  returnRefusal?: ReturnRefusal
}

/** What they need to know of its order: the money of the whole, and of the shipping. */
export type OrderMoney = {
  shippingCents: number
  shippingTaxCents: number
  shippingRefundedCents: number
}

/** A whole line with its tax. */
export function lineCents({ unitCents, quantity, taxCents }: Omit<LineMoney, 'refundedCents'>): number {
  return unitCents * quantity + taxCents
}

/** What of a line has not been given back. */
export function lineKeptCents(line: LineMoney): number {
  return lineCents(line) - line.refundedCents
}

/** Was the line given back, or is it on its way back? */
function isGivenUp({ returnedAt, isReturning }: RefundableLine): boolean {
  return returnedAt !== null || isReturning === true
}

/** What of the shipping and its tax has not been given back. */
export function shippingKeptCents(order: OrderMoney): number {
  return order.shippingCents + order.shippingTaxCents - order.shippingRefundedCents
}

/** What ends a line's own time to be given back: something that happens to it, or a moment fixed when it was ordered. */
export type RefundEnd = 'form_filed' | 'dispatched' | 'downloaded' | Date

/**
 * May the buyer take this line back without asking us, and until when? Every line has a clock of its own (product
 * decisions, "Rules of the shop"): a transfer until its form is filed, a parcel until it is dispatched, a download until
 * it is first downloaded, a class until the instant that was fixed with the seat.
 */
export function lineRefund(line: RefundableLine, order: { state: OrderState }, now: Date) {
  if (!isPaid(order.state)) return refuse('not_paid')
  if (line.returnedAt || (line.stage !== null && isEnding(line.stage))) return refuse('returned')
  if (line.isReturning) return refuse('refund_under_way')
  const clock = refundClock(line, now)
  return clock.ok && line.returnRefusal ? refuse(line.returnRefusal) : clock
}

function refundClock(line: RefundableLine, now: Date) {
  switch (line.fulfilment) {
    case 'transfer':
      return isFormFiled(line.stage) ? refuse('form_filed') : open('form_filed')
    case 'parcel':
      return line.deliveredAt ? refuse('dispatched') : open('dispatched')
    case 'download':
      return line.deliveredAt ? refuse('downloaded') : open('downloaded')
    case 'attend':
      return line.deliveredAt || line.refundUntil === null || line.refundUntil <= now
        ? refuse('too_late')
        : open(line.refundUntil)
  }
}

const open = (until: RefundEnd) => ({ ok: true as const, until })

/** The verdict on taking back one line. */
export type LineRefund = ReturnType<typeof lineRefund>
/** Why a line cannot be taken back by its buyer. */
export type LineRefundRefusal = Extract<LineRefund, { ok: false }>['why']

/** Is the transfer form of this reservation filed? From then on the operator decides. */
export function isFormFiled(stage: Stage | Ending | null): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) >= stages.indexOf('form_filed')
}

/**
 * May the buyer name another dealer? While an order has a reservation whose form is not filed: it names the dealer, so
 * after that the form would have to be filed anew, which the operator does.
 */
export function mayChooseDealer(order: { state: OrderState; lines: readonly RefundableLine[] }, now: Date) {
  const verdicts = order.lines
    .filter(({ fulfilment }) => fulfilment === 'transfer')
    .map((line) => lineRefund(line, order, now))
  if (verdicts.some(({ ok }) => ok)) return allowed
  return verdicts.some((verdict) => !verdict.ok && verdict.why === 'form_filed')
    ? refuse('form_filed')
    : refuse('not_paid')
}

/** How a refund is made up, in cents: of which lines it gives back how much, and of the shipping. */
export type RefundParts = {
  lines: { position: number; amountCents: number; isReturned: boolean }[]
  shippingCents: number
}

/**
 * The order as it will be once its open refunds are through. Whatever else is given back is reckoned from here, so that
 * refunds that wait side by side never give the same cent or the same line twice.
 */
export function afterOpenRefunds<Order extends OrderMoney, Line extends RefundableLine>(
  order: Order & { lines: readonly Line[] },
  open: readonly RefundParts[],
): Omit<Order, 'lines'> & { lines: (Line & { isReturning: boolean })[] } {
  const parts = open.flatMap(({ lines }) => lines)
  return {
    ...order,
    shippingRefundedCents: open.reduce(
      (sum, { shippingCents }) => sum + shippingCents,
      order.shippingRefundedCents,
    ),
    lines: order.lines.map((line) => {
      const own = parts.filter(({ position }) => position === line.position)
      return {
        ...line,
        refundedCents: own.reduce((sum, { amountCents }) => sum + amountCents, line.refundedCents),
        isReturning: own.some(({ isReturned }) => isReturned),
      }
    }),
  }
}

/** The whole of a refund. */
export function refundCents({ lines, shippingCents }: RefundParts): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, shippingCents)
}

/**
 * What taking these lines back gives: what is left of each, and the shipping with the last parcel, if nothing was
 * dispatched. With the last line that cost anything, the free ones go as well.
 */
export function returnOf(
  order: OrderMoney & { lines: readonly RefundableLine[] },
  positions: readonly number[],
): RefundParts {
  const left = order.lines.filter((line) => !isGivenUp(line))
  const given = left.filter(({ position }) => positions.includes(position))
  const staying = left.filter((line) => !given.includes(line))
  const isShippingOver =
    given.some(isParcel) &&
    !staying.some(isParcel) &&
    !order.lines.some((line) => isParcel(line) && line.deliveredAt)
  const isLast = given.some((line) => lineCents(line) > 0) && staying.every((line) => lineCents(line) === 0)
  return {
    lines: [...given, ...(isLast ? staying : [])].map((line) => ({
      position: line.position,
      amountCents: lineKeptCents(line),
      isReturned: true,
    })),
    shippingCents: isShippingOver ? shippingKeptCents(order) : 0,
  }
}

/** Everything that is left of an order, all of its lines with it. */
export function returnOfAll(order: OrderMoney & { lines: readonly RefundableLine[] }): RefundParts {
  return {
    lines: order.lines
      .filter((line) => !isGivenUp(line) || lineKeptCents(line) > 0)
      .map((line) => ({
        position: line.position,
        amountCents: lineKeptCents(line),
        isReturned: !isGivenUp(line),
      })),
    shippingCents: shippingKeptCents(order),
  }
}

/**
 * An amount that is given back without a line being taken back: it is counted to the lines in their order, and to the
 * shipping last. All that is left takes all lines back. The amount must not be more than that.
 */
export function partOf(
  order: OrderMoney & { lines: readonly RefundableLine[] },
  amountCents: number,
): RefundParts {
  const all = returnOfAll(order)
  if (amountCents >= refundCents(all)) return all
  let left = amountCents
  const lines = all.lines.flatMap(({ position, amountCents: most }) => {
    const part = Math.min(left, most)
    left -= part
    return part > 0 ? [{ position, amountCents: part, isReturned: false }] : []
  })
  return { lines, shippingCents: left }
}

/**
 * Does the stock of a line that was given back open to others? `if_released`: only when the operator says so, since
 * something is under way that has to be undone first. `stays`: it is not ours to sell.
 */
export type StockReturn = 'opens' | 'if_released' | 'stays'

/**
 * A firearm can be sold to somebody else while it is with us. Once a form is filed for it, that form has to be withdrawn
 * first; at the dealer's and after its transfer it is not ours.
 */
const stockReturns: Record<Stage, StockReturn> = {
  reserved: 'opens',
  in_build: 'opens',
  form_filed: 'if_released',
  under_review: 'if_released',
  approved: 'if_released',
  at_dealer: 'stays',
  transferred: 'stays',
}

/** What becomes of the stock of a line that is given back as it stands now. */
export function stockReturn({
  fulfilment,
  stage,
  deliveredAt,
}: Pick<RefundableLine, 'fulfilment' | 'stage' | 'deliveredAt'>): StockReturn {
  if (fulfilment === 'transfer') return stage === null || isEnding(stage) ? 'opens' : stockReturns[stage]
  // What was sent has to come back first.
  return fulfilment === 'parcel' && deliveredAt ? 'if_released' : 'opens'
}

const isParcel = ({ fulfilment }: RefundableLine) => fulfilment === 'parcel'
