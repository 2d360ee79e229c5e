import {
  type ItemClass,
  judge,
  type StateRule,
  strictest,
  type Verdict,
} from '#app/features/compliance/rules.ts'
import { judgeMagazine, type Shipment } from '#app/features/compliance/rules/magazines.ts'
import type { Magazine } from '../sellable.ts'

/** What the state rules depend on in a line. */
export type JudgedLine = { position: number; itemClass: ItemClass | null; magazine: Magazine | null }

/** The states of buyer, dealer and delivery. Null where an order does not need them. */
export type Parties = {
  buyerState: string | null
  dealerState: string | null
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
  const { buyerState, dealerState } = parties
  const classes = [...new Set(lines.map(({ itemClass }) => itemClass))].filter((each) => each !== null)
  return strictest([
    ...classes.map((itemClass) =>
      judge({ itemClass, buyerState: buyerState ?? '', dealerState }, rules, now),
    ),
    ...lines.flatMap((line) => judgeShipment(line, parties, rules, now) ?? []),
  ])
}

/** The verdict on shipping a line to its address; `undefined` if no rule limits it. */
function judgeShipment(
  { magazine }: Pick<JudgedLine, 'magazine'>,
  { shipState, shipZip, buyerState }: Parties,
  rules: readonly StateRule[],
  now: Date,
): Verdict | undefined {
  if (!magazine || !shipState) return undefined
  const shipment: Shipment = { shipState, shipZip, buyerState }
  return judgeMagazine(magazine, shipment, rules, now)
}

/** Why a line cannot be shipped to the order's address; `undefined` if it can, or before the order is quoted. */
export function refusedShipment(
  line: Pick<JudgedLine, 'magazine'>,
  order: Parties & { quotedAt: Date | null },
  rules: readonly StateRule[],
  now: Date,
): Verdict | undefined {
  const verdict = order.quotedAt ? judgeShipment(line, order, rules, now) : undefined
  return verdict?.outcome === 'refused' ? verdict : undefined
}
