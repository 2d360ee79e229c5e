import { z } from 'zod'

/** The form by which a difference is accepted: its number, and the amounts as the page showed them, in cents. */
export const acceptInput = z.object({
  difference: z.coerce.number().int().positive(),
  gatewayCents: z.coerce.number().int(),
  ledgerCents: z.coerce.number().int(),
})
export type AcceptForm = z.infer<typeof acceptInput>
