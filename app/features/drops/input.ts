import { z } from 'zod'
import { startKey } from '#app/features/checkout/input.ts'
import { maxUnits } from './rules.ts'

const unitNumber = z.coerce.number().int().min(1).max(maxUnits)

const variantId = z.uuid()

/** The reservation form. An empty number takes the next open one. */
export const reserveInput = z.object({
  number: z
    .literal('')
    .transform(() => null)
    .or(unitNumber),
  key: startKey,
  /** The id of the chosen variant; empty for a drop without a choice. */
  variant: variantId.or(z.literal('')).optional().default(''),
  code: z.string().trim().max(40).optional().default(''),
})

/** Parses the number in a page's address; `null` when it is missing or invalid. */
export function parseNumber(text: string | null): number | null {
  const parsed = unitNumber.safeParse(text || undefined)
  return parsed.success ? parsed.data : null
}

/** Parses the variant in a page's address; `undefined` when it is missing or invalid. */
export function parseVariant(text: string | null): string | undefined {
  return variantId.safeParse(text).data
}
