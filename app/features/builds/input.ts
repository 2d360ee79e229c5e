import { z } from 'zod'
import { reservationInput } from '#app/features/checkout/input.ts'
import { maxAccessories, partIdPattern } from './rules/build-address.ts'
import { finishIds, isPlatformId, type Selection, singleSteps, steps } from './rules.ts'

const partId = z.string().regex(partIdPattern)

/** A selection as stored and sent: ids only, no prices. */
export const selectionInput = z.object({
  platformId: z.string().refine(isPlatformId),
  parts: z.partialRecord(z.enum(singleSteps as readonly [string, ...string[]]), partId),
  accessories: z.array(partId).max(maxAccessories),
  isSuppressorOptimized: z.boolean(),
  finish: z.enum(finishIds).optional(),
}) as unknown as z.ZodType<Selection>

const { formKey, name, email, phone, state } = reservationInput.out.shape

export const submissionInput = z.object({
  formKey,
  name,
  email,
  phone,
  state,
  shownCents: z.coerce.number().int(),
})

export type SubmissionInput = z.infer<typeof submissionInput>

export const mailLinkInput = z.object({ email })

export const savedPriceInput = z.object({
  baseCents: z.number().int(),
  lines: z.array(
    z.object({ step: z.enum(steps), id: z.string(), name: z.string(), cents: z.number().int() }),
  ),
  totalCents: z.number().int(),
  itemCount: z.number().int(),
})
