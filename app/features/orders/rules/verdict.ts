import {
  type ItemClass,
  judge,
  type StateRule,
  strictest,
  type Verdict,
} from '#app/features/compliance/rules.ts'
import { judgeMagazine, type Shipment } from '#app/features/compliance/rules/magazines.ts'
import type { Magazine } from '../sellable.ts'

/** What the state rules are asked about a line. */
export type JudgedLine = { position: number; itemClass: ItemClass | null; magazine: Magazine | null }

/** Who buys, through whom, and where parcels go. What an order does not need is empty. */
export type Parties = {
  buyerState: string | null
  dealerState: string | null
  shipState: string | null
  shipZip: string | null
}

/** The strictest of the verdicts on everything in an order. */
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

/** The verdict on sending a line to where its parcel goes; `undefined` for what no rule limits. */
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

/** Why a line cannot go where its quoted order goes; `undefined` where it can, or before it is known where that is. */
export function refusedShipment(
  line: Pick<JudgedLine, 'magazine'>,
  order: Parties & { quotedAt: Date | null },
  rules: readonly StateRule[],
  now: Date,
): Verdict | undefined {
  const verdict = order.quotedAt ? judgeShipment(line, order, rules, now) : undefined
  return verdict?.outcome === 'refused' ? verdict : undefined
}
