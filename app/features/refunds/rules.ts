import { isEnding, type Stage } from '#app/features/orders/rules.ts'
import {
  type RefundableLine,
  lineCents,
  unrefundedLineCents,
} from '#app/features/orders/rules/refund-clock.ts'

/** What they need to know of its order: the money of the whole, and of the shipping. */
export type OrderMoney = {
  shippingCents: number
  shippingTaxCents: number
  shippingRefundedCents: number
}

/** Was the line given back, or is it on its way back? */
function isReturnedOrReturning({ returnedAt, isReturning }: RefundableLine): boolean {
  return returnedAt !== null || isReturning === true
}

/** What of the shipping and its tax has not been given back. */
export function unrefundedShippingCents(order: OrderMoney): number {
  return order.shippingCents + order.shippingTaxCents - order.shippingRefundedCents
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
export function returnLines(
  order: OrderMoney & { lines: readonly RefundableLine[] },
  positions: readonly number[],
): RefundParts {
  const left = order.lines.filter((line) => !isReturnedOrReturning(line))
  const given = left.filter(({ position }) => positions.includes(position))
  const remaining = left.filter((line) => !given.includes(line))
  const isShippingOver =
    given.some(isParcel) &&
    !remaining.some(isParcel) &&
    !order.lines.some((line) => isParcel(line) && line.deliveredAt)
  const isLast = given.some((line) => lineCents(line) > 0) && remaining.every((line) => lineCents(line) === 0)
  return {
    lines: [...given, ...(isLast ? remaining : [])].map((line) => ({
      position: line.position,
      amountCents: unrefundedLineCents(line),
      isReturned: true,
    })),
    shippingCents: isShippingOver ? unrefundedShippingCents(order) : 0,
  }
}

/** Everything that is left of an order, all of its lines with it. */
export function returnAll(order: OrderMoney & { lines: readonly RefundableLine[] }): RefundParts {
  return {
    lines: order.lines
      .filter((line) => !isReturnedOrReturning(line) || unrefundedLineCents(line) > 0)
      .map((line) => ({
        position: line.position,
        amountCents: unrefundedLineCents(line),
        isReturned: !isReturnedOrReturning(line),
      })),
    shippingCents: unrefundedShippingCents(order),
  }
}

/**
 * An amount that is given back without a line being taken back: it is counted to the lines in their order, and to the
 * shipping last. All that is left takes all lines back. The amount must not be more than that.
 */
export function refundAmount(
  order: OrderMoney & { lines: readonly RefundableLine[] },
  amountCents: number,
): RefundParts {
  const everything = returnAll(order)
  if (amountCents >= refundCents(everything)) return everything
  let left = amountCents
  const lines = everything.lines.flatMap(({ position, amountCents: maxCents }) => {
    const part = Math.min(left, maxCents)
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
  fulfillment,
  stage,
  deliveredAt,
}: Pick<RefundableLine, 'fulfillment' | 'stage' | 'deliveredAt'>): StockReturn {
  if (fulfillment === 'ffl_transfer') return stage === null || isEnding(stage) ? 'opens' : stockReturns[stage]
  // What was sent has to come back first.
  return fulfillment === 'shipping' && deliveredAt ? 'if_released' : 'opens'
}

const isParcel = ({ fulfillment }: RefundableLine) => fulfillment === 'shipping'
