import { formatCentsExact } from '#app/kit/money.ts'
import type { PayoutMethod } from '#app/features/orders/rules.ts'

export const payoutWords: Record<PayoutMethod, (reference: string) => string> = {
  check: (reference) => `We sent it to you by check${numbered(reference)}.`,
  wire: (reference) => `We sent it to you by bank transfer${numbered(reference)}.`,
  cash: (reference) => `We paid it to you in cash${numbered(reference)}.`,
  other: (reference) => `We paid it back manually, as agreed with you${numbered(reference)}.`,
}

const numbered = (reference: string) => (reference ? `, number ${reference}` : '')

export function alsoRefundedWords(cents: number): string {
  return cents > 0 ? `Its balance of ${formatCentsExact(cents)} is refunded with it` : ''
}
