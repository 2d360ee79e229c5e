import type { Finding, ItemClass, RuleRef, Sale } from '../rules.ts'
import { stateName } from './states.ts'

/**
 * The classes that a dealer may transfer to a resident of another state, where both states allow it: rifles and shotguns,
 * in person (18 U.S.C. 922(b)(3)(A)). Everything else goes to a dealer in the buyer's own state, also a bare receiver, which
 * is neither rifle nor shotgun (27 CFR 478.99(a)).
 */
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

/** What federal law on residence says of a sale; nothing while no dealer is chosen. */
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
