import {
  type ItemClass,
  judge,
  type StateRule,
  strictest,
  type Verdict,
} from '#app/features/compliance/rules.ts'
import { judgeGoods } from '#app/features/compliance/rules/goods.ts'
import { judgeMagazine, type Shipment } from '#app/features/compliance/rules/magazines.ts'
import type { Magazine, ShippingFlags } from './goods.ts'

export type JudgedLine = {
  position: number
  title: string
  itemClass: ItemClass | null
  magazine: Magazine | null
  flags: ShippingFlags | null
}

/** Where buyer, dealer and delivery are. Null where an order does not need it, or where nobody knows it. */
export type Parties = {
  buyerState: string | null
  buyerZip: string | null
  dealerState: string | null
  dealerZip: string | null
  shipState: string | null
  shipZip: string | null
}

export function judgeOrder(
  lines: readonly JudgedLine[],
  parties: Parties,
  rules: readonly StateRule[],
  now: Date,
): Verdict {
  const { buyerState, buyerZip, dealerState, dealerZip } = parties
  const classes = [...new Set(lines.map(({ itemClass }) => itemClass))].filter((each) => each !== null)
  return strictest([
    ...classes.map((itemClass) =>
      judge({ itemClass, buyerState: buyerState ?? '', dealerState, buyerZip, dealerZip }, rules, now),
    ),
    ...lines.flatMap((line) => judgeShipment(line, parties, rules, now) ?? []),
  ])
}

function judgeShipment(
  { title, magazine, flags }: ShippedLine,
  { shipState, shipZip, buyerState, buyerZip }: Parties,
  rules: readonly StateRule[],
  now: Date,
): Verdict | undefined {
  if (!shipState || (!magazine && !flags)) return undefined
  const shipment: Shipment = { shipState, shipZip, buyerState, buyerZip }
  return strictest([
    ...(magazine ? [judgeMagazine(magazine, shipment, rules, now)] : []),
    ...(flags ? [judgeGoods({ name: title, ...flags }, shipment, rules, now)] : []),
  ])
}

type ShippedLine = Pick<JudgedLine, 'title' | 'magazine' | 'flags'>

export type JudgedOrder = Parties & {
  quotedAt: Date | null
  draft: Partial<Record<keyof Parties, string | null>> | null
}

/**
 * What the rules say against a line of an order as it is now; `undefined` for nothing, or while its parties are unknown. An order
 * with a parcel is judged by what its delivery page has sent, another one also by what its buyer has typed.
 */
export function lineVerdict(
  line: JudgedLine,
  order: JudgedOrder,
  hasParcel: boolean,
  rules: readonly StateRule[],
  now: Date,
): Verdict | undefined {
  const parties = hasParcel ? order : { ...order, ...order.draft }
  if (hasParcel && !order.quotedAt) return undefined
  if (line.itemClass !== null && !parties.buyerState) return undefined
  const verdict = judgeOrder([line], parties, rules, now)
  return verdict.outcome === 'allowed' ? undefined : verdict
}
