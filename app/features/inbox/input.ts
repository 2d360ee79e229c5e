import { z } from 'zod'
import { formKey } from '#app/kit/form-key.ts'
import { dollars } from '#app/kit/typed-input.ts'
import { maxAnswerLength, maxPriceCents } from './rules.ts'

/** `key` is the form's own: sent twice, it is one answer. `seen` is the newest answer that the form's page shows, or 0. */
export const replyInput = z.object({
  text: z
    .string('Write the answer: it is mailed')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Write the answer: it is mailed')
        .max(maxAnswerLength, `Keep this under ${maxAnswerLength} characters`),
    ),
  key: formKey,
  seen: z.coerce.number().int().min(0),
})

const note = z
  .string()
  .default('')
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().max(2_000, 'Keep this under 2,000 characters'))

const priceMissing = 'Enter an amount like 2,499.00'

const text = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(300, 'Keep this under 300 characters')

/** What staff decide about a submitted build. `seen` is the revision that their form was made from. */
export const decisionInput = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('approved'),
    seen: z.coerce.number().int().min(0),
    variant: text('Write what is built'),
    includes: text('Write what the price includes'),
    price: dollars(priceMissing).refine((cents) => cents > 0 && cents <= maxPriceCents, priceMissing),
    leadWeeks: z.coerce
      .number('Enter the weeks')
      .int('Enter whole weeks')
      .min(1, 'At least one week')
      .max(104, 'At most 104 weeks'),
    validUntil: z.iso.date('Enter a day'),
    note,
  }),
  z.object({
    decision: z.literal('declined'),
    seen: z.coerce.number().int().min(0),
    note: note.refine((words) => words !== '', 'Write why: it is mailed'),
  }),
])
