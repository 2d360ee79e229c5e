import { after, day, hour } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { SellableKind } from '#app/features/orders/sellable.ts'
import { isNumbered } from './hold-limits.ts'

/** How long buyers by invoice have: hours for what there is one of, days for what there is plenty of. */
export type InvoiceTerms = { holdHours: number; dueDays: number }

/** How many numbered things one invoice may keep from others while it waits. */
export const maxInvoiceUnits = 2
/** An invoice that is due sooner cannot be paid in time. */
const shortestMs = hour

type InvoicedLine = { kind: SellableKind; refundUntil: Date | null }

/**
 * Until when an invoice for these lines may be paid, and its stock waits: hours where something is numbered, else days, and
 * never beyond the instant until which a class may be given back, since its list closes after that.
 */
export function invoiceDue(
  lines: readonly InvoicedLine[],
  { holdHours, dueDays }: InvoiceTerms,
  now: Date,
): { ok: true; dueAt: Date } | Refusal<'too_many_for_invoice' | 'too_late_for_invoice'> {
  const numbered = lines.filter(({ kind }) => isNumbered(kind)).length
  if (numbered > maxInvoiceUnits) return refuse('too_many_for_invoice')
  const usual = after(now, numbered > 0 ? Math.min(holdHours * hour, dueDays * day) : dueDays * day)
  const dueAt = lines.reduce(
    (due, { refundUntil }) => (refundUntil && refundUntil < due ? refundUntil : due),
    usual,
  )
  return dueAt.getTime() - now.getTime() < shortestMs ? refuse('too_late_for_invoice') : { ok: true, dueAt }
}
