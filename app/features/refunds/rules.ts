import { type Ending, isEnding, type Stage, stages } from '#app/features/orders/rules.ts'
import {
  isFormFiled,
  type RefundableLine,
  lineCents,
  unrefundedLineCents,
} from '#app/features/orders/refunds.ts'

type OrderMoney = {
  shippingCents: number
  shippingTaxCents: number
  shippingRefundedCents: number
}

function isReturnedOrReturning({ returnedAt, isReturning }: RefundableLine): boolean {
  return returnedAt !== null || isReturning === true
}

export function unrefundedShippingCents(order: OrderMoney): number {
  return order.shippingCents + order.shippingTaxCents - order.shippingRefundedCents
}

export type RefundParts = {
  lines: { position: number; amountCents: number; isReturned: boolean }[]
  shippingCents: number
}

/** Further refunds are computed from here, so that concurrent ones never refund a cent or a line twice. */
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

function restOf(line: RefundableLine, isReturned: boolean) {
  return { position: line.position, amountCents: unrefundedLineCents(line), isReturned }
}

export function refundCents({ lines, shippingCents }: RefundParts): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, shippingCents)
}

/** What is unrefunded of each, and the shipping with the last parcel if nothing was shipped. With the last paid line, free ones return, too. */
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
    lines: [...given, ...(isLast ? remaining : [])].map((line) => restOf(line, true)),
    shippingCents: isShippingOver ? unrefundedShippingCents(order) : 0,
  }
}

export type ReturnedPieces = { position: number; quantity: number; isLast: boolean }

/** Their share in whole cents, and with the last of them everything that is left, so that no cent remains. Never the shipping. */
export function returnPieces(
  order: { lines: readonly RefundableLine[] },
  pieces: readonly ReturnedPieces[],
): RefundParts {
  const lines = pieces.flatMap(({ position, quantity, isLast }) => {
    const line = order.lines.find((each) => each.position === position)
    if (!line || isReturnedOrReturning(line)) return []
    const left = unrefundedLineCents(line)
    const share = Math.min(left, Math.round((lineCents(line) * quantity) / line.quantity))
    return isLast || share > 0 ? [{ position, amountCents: isLast ? left : share, isReturned: isLast }] : []
  })
  return { lines, shippingCents: 0 }
}

export function returnAll(order: OrderMoney & { lines: readonly RefundableLine[] }): RefundParts {
  return {
    lines: order.lines
      .filter((line) => !isReturnedOrReturning(line) || unrefundedLineCents(line) > 0)
      .map((line) => restOf(line, !isReturnedOrReturning(line))),
    shippingCents: unrefundedShippingCents(order),
  }
}

/** Allocated to the lines in order, then to shipping. Refunding everything returns all lines. The amount must not exceed what is left. */
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

/** `if_released`: only if staff release it, because something has to be undone first. `stays`: it is not ours to sell. */
type StockReturn = 'opens' | 'if_released' | 'stays'

export function stockReturn({
  fulfillment,
  stage,
  returnedStage,
  deliveredAt,
}: Pick<RefundableLine, 'fulfillment' | 'stage' | 'deliveredAt'> & {
  returnedStage?: Stage | Ending | null
}): StockReturn {
  if (fulfillment === 'ffl_transfer') {
    const at = returnedStage ?? stage
    // A form that is filed has to be withdrawn first; a firearm that is shipped to the dealer is not ours.
    if (at === null || isEnding(at) || !isFormFiled(at)) return 'opens'
    return stages.indexOf(at) < stages.indexOf('shipped') ? 'if_released' : 'stays'
  }
  // Shipped goods have to be received first.
  return fulfillment === 'shipping' && deliveredAt ? 'if_released' : 'opens'
}

const isParcel = ({ fulfillment }: RefundableLine) => fulfillment === 'shipping'

export function unsentLines<Line extends RefundableLine>(lines: readonly Line[]): Line[] {
  return lines.filter((line) => isParcel(line) && !line.deliveredAt && !isReturnedOrReturning(line))
}
