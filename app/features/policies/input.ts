import { z } from 'zod'
import { fieldMessages, requestKinds } from './rules.ts'

/** The data request form. A correction needs details. */
export const requestInput = z
  .object({
    kind: z.enum(requestKinds, fieldMessages.kind),
    email: z
      .string(fieldMessages.email)
      .trim()
      .min(1, fieldMessages.email)
      .max(254, fieldMessages.longEmail)
      .pipe(z.email(fieldMessages.wrongEmail))
      .transform((address) => address.toLowerCase()),
    order: z
      .string()
      .optional()
      .transform((typed) => (typed ?? '').toUpperCase().replaceAll(/[\s-]/g, '') || null)
      .refine((code) => code === null || /^[0-9A-Z]{10}$/.test(code), fieldMessages.order),
    details: z
      .string()
      .optional()
      .transform((typed) => (typed ?? '').replaceAll(/\r\n?/g, '\n').trim())
      .pipe(z.string().max(2_000, fieldMessages.longDetails)),
  })
  .refine(({ kind, details }) => kind !== 'correct' || details !== '', {
    path: ['details'],
    error: fieldMessages.details,
  })

/** A checked data request. */
export type RequestInput = z.infer<typeof requestInput>
