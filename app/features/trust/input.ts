import { z } from 'zod'
import type { FieldErrors } from '#app/http/form.ts'
import { isState, states } from '../compliance/rules.ts'
import { type Answers, maxPeople } from './rules.ts'

/** Maximum lengths of answers in characters. Documents print an answer on one line. */
export const maxLengths = { trustName: 90, name: 80, place: 80, share: 40, county: 60 } as const

/** Single-line text: control characters are removed, whitespace is collapsed. */
const singleLine = (max: number) =>
  z
    .string()
    .transform((typed) => typed.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim())
    .pipe(z.string().max(max, `Keep this under ${max} characters`))

const person = z.object({ name: singleLine(maxLengths.name), place: singleLine(maxLengths.place) })
const beneficiary = z.object({ name: singleLine(maxLengths.name), share: singleLine(maxLengths.share) })
const codes = new Set(['', ...states.map(({ code }) => code)])

const answersInput: z.ZodType<Answers> = z.object({
  trustName: singleLine(maxLengths.trustName),
  settlor: person,
  trustees: z.array(person).max(maxPeople.trustees),
  acting: z.enum(['', 'alone', 'together'], 'Choose one of the two'),
  successors: z.array(person).max(maxPeople.successors),
  beneficiaries: z.array(beneficiary).max(maxPeople.beneficiaries),
  state: z.string().refine((code) => codes.has(code), { error: 'Choose a state from the list' }),
  county: singleLine(maxLengths.county),
  signedOn: z.union([z.literal(''), z.iso.date()], 'Enter a date as year, month and day'),
})

/** A valid worksheet, or its errors by field name. */
export type ParsedAnswers = { ok: true; answers: Answers } | { ok: false; fieldErrors: FieldErrors }

/**
 * Parses a worksheet. Every answer may be empty. Fields of lists are named by their index (`trustees-0-name`); empty
 * entries are dropped.
 */
export function parseAnswers(form: FormData): ParsedAnswers {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const listed = <Field extends string>(list: string, max: number, fields: readonly [Field, Field]) =>
    Array.from({ length: max }, (_, at) => {
      const [first, second] = fields
      return { [first]: text(`${list}-${at}-${first}`), [second]: text(`${list}-${at}-${second}`) }
    })
  const parsed = answersInput.safeParse({
    trustName: text('trustName'),
    settlor: { name: text('settlor-name'), place: text('settlor-place') },
    trustees: listed('trustees', maxPeople.trustees, ['name', 'place']),
    acting: text('acting'),
    successors: listed('successors', maxPeople.successors, ['name', 'place']),
    beneficiaries: listed('beneficiaries', maxPeople.beneficiaries, ['name', 'share']),
    state: text('state'),
    county: text('county'),
    signedOn: text('signedOn'),
  })
  if (parsed.success) return { ok: true, answers: withoutEmpty(parsed.data) }
  const fieldErrors: FieldErrors = {}
  for (const { path, message } of parsed.error.issues) fieldErrors[path.join('-')] ??= [message]
  return { ok: false, fieldErrors }
}

/** Validates stored answers. Fields that this version does not know are dropped. */
export function readAnswers(stored: unknown): Answers | undefined {
  const parsed = answersInput.safeParse(stored)
  return parsed.success ? parsed.data : undefined
}

/** A state's code from a URL, or undefined. */
export function parseState(typed: string | null): string | undefined {
  const code = typed?.toUpperCase() ?? ''
  return isState(code) ? code : undefined
}

function withoutEmpty(answers: Answers): Answers {
  const isNamed = (entry: { name: string; place?: string; share?: string }) =>
    entry.name !== '' || Boolean(entry.place) || Boolean(entry.share)
  return {
    ...answers,
    trustees: answers.trustees.filter(isNamed),
    successors: answers.successors.filter(isNamed),
    beneficiaries: answers.beneficiaries.filter(isNamed),
  }
}

/** The form that starts an order for a pack, with or without a code. */
export const buyInput = z.object({
  key: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .optional(),
  code: z
    .string()
    .trim()
    .min(8, 'Enter the code from your email, like A000-XXXX-XXXX-XXXX')
    .max(40, 'Enter the code from your email, like A000-XXXX-XXXX-XXXX')
    .optional(),
})
