import { z } from 'zod'
import { catalogStates, stockReasons } from '#app/catalog/rules.ts'
import { formKey } from '#app/kit/form-key.ts'
import { parseDollars } from '#app/kit/money.ts'

const revision = z.coerce.number().int().nonnegative()
const dollars = z.string().transform((typed, context) => {
  const cents = parseDollars(typed)
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: 'Enter dollars and cents, like 89 or 89.50' })
  return z.NEVER
})

export const seenInput = z.object({ revision })
export const newItemInput = z.object({ key: formKey })
export const firstPriceInput = z.object({ price: dollars })
export const firstStockInput = z.object({
  stock: z
    .string()
    .trim()
    .regex(/^\d{0,6}$/, 'Enter a whole number')
    .transform(Number),
})
export const stateInput = z.object({ revision, state: z.enum(catalogStates) })
/** A price. `startsAt` is what a clock in the shop shows, or empty for now. */
export const priceInput = z.object({
  key: formKey,
  cents: dollars,
  startsAt: z.string().trim().max(20).default(''),
})
export const withdrawInput = z.object({ id: z.coerce.number().int().positive() })
export const stockInput = z.object({
  seen: z.coerce.number().int().nonnegative(),
  reason: z.enum(stockReasons.filter((reason) => reason !== 'opening')),
  typed: z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,6}$/, 'Enter a whole number, like 12 or -3')
    .transform(Number),
  note: z.string().trim().max(200, 'Keep it under 200 characters').default(''),
})
