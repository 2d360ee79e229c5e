import { type ItemClass, judge, states, type Verdict } from '#app/features/compliance/rules.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import type { StateNotices } from '#app/features/orders/components/state-field.tsx'

/** What the rules say of dealers in each state on which they have a word, to a buyer who lives in `buyerState`. */
export async function dealerNotices(
  { db, now }: Shop,
  itemClass: ItemClass | null,
  buyerState: string | null,
): Promise<StateNotices> {
  if (!itemClass) return {}
  const rules = await findKnownRules(db, now())
  return Object.fromEntries(
    states.flatMap(({ code }) => {
      const sale = { itemClass, buyerState: buyerState ?? code, dealerState: code }
      const { outcome, reasons: all } = judge(sale, rules, now())
      const reasons = all.filter(({ role }) => role === 'dealer')
      if (outcome === 'allowed' || reasons.length === 0) return []
      return [[code, { outcome, text: verdictText({ outcome, reasons }) }]]
    }),
  )
}

/** A refusal, beside the field of the dealer's state. */
export function refusedFields(verdict: Verdict): FieldErrors {
  return { dealerState: [verdictText(verdict)] }
}
