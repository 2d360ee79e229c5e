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

/** What the state rules depend on in a line. */
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

/** The strictest verdict on all lines of an order. */
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

/** The verdict on shipping a line to its address; `undefined` if no rule limits it. */
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

/** What the rules say against shipping a line to the order's address; `undefined` for nothing, or before the order is quoted. */
export function shipmentVerdict(
  line: ShippedLine,
  order: Parties & { quotedAt: Date | null },
  rules: readonly StateRule[],
  now: Date,
): Verdict | undefined {
  const verdict = order.quotedAt ? judgeShipment(line, order, rules, now) : undefined
  return verdict?.outcome === 'allowed' ? undefined : verdict
}
