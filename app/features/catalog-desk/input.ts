import { z } from 'zod'
import { catalogStates, stockReasons } from '#app/catalog/rules.ts'
import { formKey } from '#app/kit/form-key.ts'
import { dollars } from '#app/kit/typed-input.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import type { KindPlan } from './rules/kind.ts'
import { refusalWords } from './words.ts'

const revision = z.coerce.number().int().nonnegative()
const amount = dollars('Enter dollars and cents, like 89 or 89.50')
const nothing = z
  .unknown()
  .optional()
  .transform(() => undefined)

export const savedInput = z.looseObject({ revision })

export function newItemInput({ price, stock }: Pick<KindPlan, 'price' | 'stock'>) {
  return z.looseObject({
    key: formKey,
    price: price
      ? amount.refine((cents) => cents >= price.minCents, refusalWords.price_out_of_range)
      : nothing,
    stock: stock
      ? z
          .string()
          .trim()
          .regex(/^\d{0,6}$/, 'Enter a whole number')
          .transform(Number)
      : nothing,
  })
}
export const stateInput = z.object({ revision, state: z.enum(catalogStates) })
/** A price. `startsAt` is what a clock in the shop shows, or empty for now. */
export const priceInput = (timeZone: string) =>
  z.object({
    key: formKey,
    cents: amount,
    startsAt: z
      .string()
      .trim()
      .max(20)
      .default('')
      .transform((typed, context) => {
        const moment = typed === '' ? null : momentIn(timeZone, typed.replace('T', ' ').slice(0, 16))
        if (moment !== undefined) return moment
        context.addIssue({ code: 'custom', message: 'Enter a day and a time that exists' })
        return z.NEVER
      }),
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
