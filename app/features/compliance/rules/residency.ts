import type { Finding, ItemClass, RuleRef, Sale } from '../rules.ts'
import { stateName } from './states.ts'

/** Sold in person across states, where both allow it (18 U.S.C. 922(b)(3)(A)). A bare receiver is neither rifle nor shotgun (27 CFR 478.99(a)). */
const acrossStates: readonly ItemClass[] = ['rifle', 'sbr', 'sbs']

export const residencyRule: RuleRef = {
  id: 'federal-residency',
  version: 1,
  asOf: '2026-11-20',
  sources: ['https://www.ecfr.gov/current/title-27/section-478.99'],
  law: '18 U.S.C. 922(b)(3), 27 CFR 478.99',
}

export function staysInState(itemClass: ItemClass): boolean {
  return !acrossStates.includes(itemClass)
}

export function residencyFinding({ itemClass, buyerState, dealerState }: Sale): Finding[] {
  if (!dealerState || !staysInState(itemClass)) return []
  if (dealerState === buyerState) return [{ cites: residencyRule }]
  const reason = {
    role: 'dealer' as const,
    state: dealerState,
    stateName: stateName(dealerState),
    home: stateName(buyerState),
    rule: itemClass,
    status: 'other_state' as const,
    cites: residencyRule,
    asOf: residencyRule.asOf,
    note: '',
  }
  return [{ cites: residencyRule, refuses: true, reason }]
}
