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
  variant: variantId.or(z.literal('')).optional().default(''),
  code: z.string().trim().max(40).optional().default(''),
})

export function parseNumber(text: string | null): number | null {
  const parsed = unitNumber.safeParse(text || undefined)
  return parsed.success ? parsed.data : null
}

export function parseVariant(text: string | null): string | undefined {
  return variantId.safeParse(text).data
}
