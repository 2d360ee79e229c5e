import { type ItemClass, judge, type Reason, type StateRule, states } from '#app/features/compliance/rules.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import type { StateNotices } from '#app/features/orders/components/state-field.tsx'

/** Notices of restricted states, for buyer and dealer. */
export type Notices = { buyer: StateNotices; dealer: StateNotices }

/** Cached per rules object (reloaded twice a minute) and item class. */
const noticesByRules = new WeakMap<readonly StateRule[], Map<ItemClass, Notices>>()

/** The notices for an item class. */
export function noticesOf(itemClass: ItemClass, rules: readonly StateRule[], now: Date): Notices {
  const byClass = noticesByRules.get(rules) ?? new Map<ItemClass, Notices>()
  noticesByRules.set(rules, byClass)
  const known = byClass.get(itemClass)
  if (known) return known
  const made = {
    buyer: noticesFor('buyer', itemClass, rules, now),
    dealer: noticesFor('dealer', itemClass, rules, now),
  }
  byClass.set(itemClass, made)
  return made
}

function noticesFor(
  role: Reason['role'],
  itemClass: ItemClass,
  rules: readonly StateRule[],
  now: Date,
): StateNotices {
  const notices: Record<string, StateNotices[string]> = {}
  for (const { code } of states) {
    const { outcome, reasons } = judge({ itemClass, buyerState: code, dealerState: null }, rules, now)
    if (outcome === 'allowed') continue
    const reasonsByRole = reasons.map((reason) => ({ ...reason, role }))
    notices[code] = { outcome, text: verdictText({ outcome, reasons: reasonsByRole }) }
  }
  return notices
}
