import { z } from 'zod'
import { askWords } from './rules.ts'

/** A look-up by drop and number. */
export const numberInput = z.object({
  drop: z.string(askWords.noDrop).regex(/^[a-z0-9-]{1,80}$/, askWords.noDrop),
  number: z
    .string(askWords.noNumber)
    .trim()
    .regex(/^\d{1,4}$/, askWords.noNumber)
    .transform(Number),
})

/** A look-up by the code on a certificate. */
export const codeInput = z.object({
  code: z.string(askWords.noCode).trim().min(1, askWords.noCode).max(80, askWords.longCode),
})
