import { z } from 'zod'
import { catalogStates, stockReasons } from '#app/catalog/rules.ts'
import { parseDollars } from '#app/kit/money.ts'

const revision = z.coerce.number().int().nonnegative()
const dollars = z.string().transform((typed, context) => {
  const cents = parseDollars(typed)
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: 'Enter dollars and cents, like 89 or 89.50' })
  return z.NEVER
})

/** The revision that a form was made from. */
export const seenInput = z.object({ revision })
/** The form of a new item. `key` is the form's own: sent twice, it makes one item. */
export const newItemInput = z.object({ key: z.string().min(16).max(100) })
/** The price and the stock that a new item begins with. */
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
export const priceInput = z.object({ cents: dollars, startsAt: z.string().trim().max(20).default('') })
export const withdrawInput = z.object({ id: z.coerce.number().int().positive() })
export const stockInput = z.object({
  /** The newest entry that the form was made from. */
  seen: z.coerce.number().int().nonnegative(),
  reason: z.enum(stockReasons.filter((reason) => reason !== 'opening')),
  typed: z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,6}$/, 'Enter a whole number, like 12 or -3')
    .transform(Number),
  note: z.string().trim().max(200, 'Keep it under 200 characters').default(''),
})
