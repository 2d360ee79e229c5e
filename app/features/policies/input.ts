import { z } from 'zod'
import { emailAddress } from '#app/kit/email-address.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { fieldMessages, requestKinds } from './rules.ts'

export const requestInput = z
  .object({
    kind: z.enum(requestKinds, fieldMessages.kind),
    email: emailAddress({
      missing: fieldMessages.email,
      wrong: fieldMessages.wrongEmail,
      long: fieldMessages.longEmail,
    }),
    order: z
      .string()
      .optional()
      .transform((typed) => normalizeCode(typed ?? '') || null)
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

export type RequestInput = z.infer<typeof requestInput>
