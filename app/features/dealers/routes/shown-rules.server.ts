import { type ItemClass, judge, states, type Verdict } from '#app/features/compliance/rules.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import type { StateNotices } from '#app/features/orders/components/state-field.tsx'

/** What the state rules say of dealers in each state on which they have a word. */
export async function dealerNotices({ db, now }: Shop, itemClass: ItemClass | null): Promise<StateNotices> {
  if (!itemClass) return {}
  const rules = await findKnownRules(db, now())
  return Object.fromEntries(
    states.flatMap(({ code }) => {
      const verdict = judge({ itemClass, buyerState: code, dealerState: null }, rules, now())
      if (verdict.outcome === 'allowed') return []
      const reasons = verdict.reasons.map((reason) => ({ ...reason, role: 'dealer' as const }))
      return [[code, { outcome: verdict.outcome, text: verdictText({ ...verdict, reasons }) }]]
    }),
  )
}

/** A refusal, beside the field of the dealer's state. */
export function refusedFields(verdict: Verdict): FieldErrors {
  return { dealerState: [verdictText(verdict)] }
}
