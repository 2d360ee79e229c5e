import { after, day, hour } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import { isNumbered } from './hold-limits.ts'

export type InvoiceTerms = { holdHours: number; dueDays: number }

export const maxInvoiceUnits = 2
const shortestMs = hour

type InvoicedLine = { kind: SellableKind; refundUntil: Date | null }

/**
 * When an invoice for these lines is due and its stock is released: hours if something is numbered, else days, and
 * never after a class's refund deadline, when its roster closes. What is owed by a due date has that one.
 */
export function invoiceDue(
  lines: readonly InvoicedLine[],
  { holdHours, dueDays }: InvoiceTerms,
  now: Date,
  owedUntil?: Date,
): { ok: true; dueAt: Date } | Refusal<'too_many_for_invoice' | 'too_late_for_invoice'> {
  const numbered = lines.filter(({ kind }) => isNumbered(kind)).length
  if (numbered > maxInvoiceUnits) return refuse('too_many_for_invoice')
  if (owedUntil) return { ok: true, dueAt: owedUntil }
  const usual = after(now, numbered > 0 ? Math.min(holdHours * hour, dueDays * day) : dueDays * day)
  const dueAt = lines.reduce(
    (due, { refundUntil }) => (refundUntil && refundUntil < due ? refundUntil : due),
    usual,
  )
  return dueAt.getTime() - now.getTime() < shortestMs ? refuse('too_late_for_invoice') : { ok: true, dueAt }
}
