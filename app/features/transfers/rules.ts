import type { DealerLack } from '#app/features/dealers/rules/dealer-file.ts'
import type { Stage } from '#app/features/orders/rules.ts'

/** A firearm on the board. */
export type Slip = {
  orderId: string
  position: number
  /** `3/7` is drop 3, number 7; otherwise the item’s name. */
  label: string
  buyer: string
  stage: Stage
  days: number
  /** Our own median of this stage in days; null while nothing has left it. */
  median: number | null
  isLong: boolean
  /** The length of its bar, in percent of the slip. */
  barShare: number
}

/** A dealer’s row, with the firearms that go there. */
export type BoardRow = {
  /** The license number; null where the buyer named somebody, or nobody yet. */
  dealerKey: string | null
  name: string
  place: string
  licenseEnds: string | null
  /** What keeps an NFA item from going there today. */
  missing: readonly DealerLack[]
  slips: readonly Slip[]
}

/** Where the median's tick stands on a slip, in percent: bars reach 2.6 medians. */
export const medianShare = 100 / 2.6
/** A bar is long beyond this many medians. */
const longMedians = 1.5

/** How a slip's bar is drawn: its length, and whether it is longer than 1.5 medians. Without a median there is no scale. */
export function barOf(days: number, median: number | null): { barShare: number; isLong: boolean } {
  if (median === null) return { barShare: 0, isLong: false }
  const scale = Math.max(median, 1)
  return { barShare: Math.min(100, (days / scale) * medianShare), isLong: days > scale * longMedians }
}

/** Days from one calendar day to another, never below zero. */
export function daysFrom(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000))
}

/** Rows with the most firearms first, then by name; what has no dealer yet comes last. */
export function inBoardOrder(rows: readonly BoardRow[]): BoardRow[] {
  return rows.toSorted(
    (one, other) =>
      Number(one.name === '') - Number(other.name === '') ||
      other.slips.length - one.slips.length ||
      one.name.localeCompare(other.name),
  )
}
