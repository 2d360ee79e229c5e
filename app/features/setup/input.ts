import { z } from 'zod'
import { emailAddress } from '#app/kit/email-address.ts'
import { isState } from '#app/features/compliance/rules/states.ts'
import { parseHours } from '#app/features/contact/rules.ts'
import { formKey } from '#app/kit/form-key.ts'
import type { FactStep } from './rules.ts'
import { removalPhrase } from './words.ts'

const line = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069\uE000-\uF8FF]/gu, ' ').trim())
    .pipe(z.string().max(max, `Use at most ${max} characters.`))
const optionalLine = (max: number) => z.string().optional().default('').pipe(line(max))
const revision = z.coerce.number().int().min(0)

const state = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isState, 'Choose one of the 50 states or the District of Columbia.')

export const factInputs = {
  licensee: z.object({
    revision,
    legalName: line(80).pipe(z.string().min(1, 'Enter the legal name, as on the license.')),
    licenseLine: line(200).pipe(z.string().min(1, 'Enter the license that the shop sells under.')),
  }),
  address: z.object({
    revision,
    street: line(120).pipe(z.string().min(1, 'Enter the street and number.')),
    city: line(80).pipe(z.string().min(1, 'Enter the city.')),
    state,
    zip: z
      .string()
      .trim()
      .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code such as 33101.'),
    phone: optionalLine(30).pipe(
      z
        .string()
        .regex(
          /^$|^[+(\d](?:[\s().-]*\d){7,15}[\s().-]*$/,
          'Enter a phone number such as 305-555-0100, or leave it empty.',
        ),
    ),
    email: emailAddress({ missing: 'Enter an email address, such as support@example.com.' }),
  }),
  hours: z.object({
    revision,
    hours: line(200).refine(
      (text) => parseHours(text, 'America/New_York') !== undefined,
      'Write them like this: Mon-Fri 8:00 AM-6:00 PM, Sat 10:00 AM-4:00 PM',
    ),
    timeZone: z.string().trim().refine(isTimeZone, 'Choose a time zone such as America/New_York.'),
  }),
} as const satisfies Record<FactStep, z.ZodType>

export const textsInput = z.object({ seen: z.string() })

export const chargeInput = z.object({
  key: formKey,
  paymentToken: z.string().min(1, 'Enter a card first.').max(4_000),
})

export const mailInput = z.object({
  key: formKey,
  to: emailAddress({ missing: 'Enter an email address, such as you@example.com.' }),
})

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return zone.includes('/')
  } catch {
    return false
  }
}

export const removalInput = z.object({
  goes: z.coerce.number().int().min(0),
  phrase: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.literal(removalPhrase, `Type ${removalPhrase}, exactly.`)),
})
