import { z } from 'zod'
import { emailAddress } from '#app/kit/email-address.ts'
import { oneLine } from '#app/kit/typed-text.ts'
import { specialTaxClasses } from '#app/features/dealers/rules/dealer-file.ts'
import { formKey } from '#app/kit/form-key.ts'

const trimmed = z.string().overwrite(oneLine)
const day = trimmed.regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter the day')
const optionalDay = z.union([z.literal(''), day]).transform((value) => value || null)
const revision = z.coerce.number().int().nonnegative()

export const uploadInput = z.object({ key: formKey })

export const fileInputs = {
  copy: z.object({ revision, expiresOn: day, file: trimmed.max(60).default('') }),
  'ez-check': z.object({ revision, onDay: day }),
  tax: z.object({
    revision,
    taxClass: z.enum(specialTaxClasses, 'Choose the class'),
    yearEnds: z.coerce.number().int().min(2020, 'Enter the year').max(2100, 'Enter the year'),
    copyOn: optionalDay,
  }),
  terms: z.object({
    revision,
    fee: trimmed
      .regex(/^(\d{1,4}(\.\d{1,2})?)?$/, 'Enter the fee in dollars, like 25 or 25.50')
      .transform((dollars) => (dollars === '' ? null : Math.round(Number(dollars) * 100))),
    notes: z.string().trim().max(2_000, 'Keep the notes under 2,000 characters'),
  }),
  email: z.object({
    revision,
    email: z.union([z.literal(''), emailAddress({ missing: 'Enter an address with a domain' })]),
  }),
  block: z.object({ revision, reason: trimmed.min(3, 'Say why').max(300, 'Keep it under 300 characters') }),
  unblock: z.object({ revision }),
}
export type FileVerb = keyof typeof fileInputs

export function isFileVerb(name: unknown): name is FileVerb {
  return typeof name === 'string' && Object.hasOwn(fileInputs, name)
}
