import {
  concluded,
  type Finding,
  refOf,
  type Reason,
  type RuleRef,
  type StateRule,
  type Verdict,
} from '../rules.ts'
import type { Shipment } from './magazines.ts'
import { stateName } from './states.ts'

export const ab1263Marks = ['covered', 'not_covered', 'unclear'] as const
/** Whether a product is a firearm accessory in the sense of California's AB 1263, or nobody has found out. */
export type Ab1263Mark = (typeof ab1263Marks)[number]

export type Goods = { name: string; statesBarred: readonly string[]; caAb1263: Ab1263Mark }

const accessoryFlag = 'accessory_id_check_ab1263'

const accessoryLaw = 'California AB 1263'

/**
 * A state that the operator barred is refused, also as the buyer's home. For a firearm accessory California wants a notice, a proof of identity
 * and a signature (AB 1263), which the shop does not offer yet: what is covered is refused there, what nobody classified is reviewed.
 */
export function judgeGoods(
  { name, statesBarred, caAb1263 }: Goods,
  { shipState, buyerState }: Shipment,
  rules: readonly StateRule[],
  now: Date,
): Verdict {
  const today = now.toISOString().slice(0, 10)
  const about = (role: Reason['role'], state: string) => ({
    role,
    state,
    stateName: stateName(state),
    rule: 'goods' as const,
    goods: name,
    asOf: today,
    note: '',
  })
  const barred = [
    ...(statesBarred.includes(shipState) ? [about('delivery', shipState)] : []),
    ...(buyerState && buyerState !== shipState && statesBarred.includes(buyerState)
      ? [about('buyer', buyerState)]
      : []),
  ].map((reason): Finding => ({ refuses: true, reason: { ...reason, status: 'barred' } }))
  const row = rules.find(({ state }) => state === shipState)
  if (!row?.flags.includes(accessoryFlag)) return concluded(barred)
  const cites: RuleRef = refOf({ ...row, id: shipState, law: accessoryLaw })
  const reason = { ...about('delivery', shipState), cites, asOf: row.asOf }
  if (caAb1263 === 'covered')
    return concluded([
      ...barred,
      { cites, refuses: true, reason: { ...reason, status: 'accessory_covered' } },
    ])
  if (caAb1263 === 'unclear')
    return concluded([...barred, { cites, reason: { ...reason, status: 'accessory_unclear' } }])
  return concluded([...barred, { cites }])
}
