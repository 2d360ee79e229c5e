import { z } from 'zod'
import { lookupErrors } from './rules.ts'

/** A look-up by drop and number. A drop is chosen from a list, or named where the list is too long for that. */
export const numberInput = z.object({
  drop: z.string(lookupErrors.noDrop).trim().min(1, lookupErrors.noDrop).max(80, lookupErrors.noDrop),
  number: z
    .string(lookupErrors.noNumber)
    .trim()
    .regex(/^\d{1,4}$/, lookupErrors.noNumber)
    .transform(Number),
})

/** A look-up by the code on a certificate. */
export const codeInput = z.object({
  code: z.string(lookupErrors.noCode).trim().min(1, lookupErrors.noCode).max(80, lookupErrors.longCode),
})
