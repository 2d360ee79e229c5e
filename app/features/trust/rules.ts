import { isNfaClass } from '#app/features/orders/stages.ts'
import { z } from 'zod'
import type { FieldErrors } from '#app/http/form.ts'
import { states } from '../compliance/rules/states.ts'

/** A way to buy the trust pack. Prices are US cents. */
export type TrustPackage = {
  slug: string
  name: string
  priceCents: number
  besides: string | null
  flag: string | null
  saving: string | null
  contents: string[]
}

export function packAlone(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return packages.filter(({ besides }) => besides === null).toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

export function addedContents(of: TrustPackage, packages: readonly TrustPackage[]): string[] {
  const alone = packAlone(packages)
  return alone && alone !== of ? of.contents.filter((line) => !alone.contents.includes(line)) : []
}

export function packWithBuild(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return packages.filter(({ besides }) => besides !== null).toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

/** Does a trust concern an item of this class? Only NFA items go on a Form 4, which a trust can file. */
export function concernsTrust(itemClass: string | null): boolean {
  return isNfaClass(itemClass)
}

export const packageKinds = ['trust-only', 'free'] as const

/** `open`: granted and unused; `held`: in an unpaid order; `taken`: paid; `void`: refunded. */
export const packStates = ['open', 'held', 'taken', 'void'] as const
export type PackState = (typeof packStates)[number]

export const packFiles = [
  'trust.docx',
  'trust.pdf',
  'engraving-guide.pdf',
  'form-4-walkthrough.pdf',
  'compliance-checklist.pdf',
] as const
export type PackFile = (typeof packFiles)[number]

export function isPackFile(name: string): name is PackFile {
  return (packFiles as readonly string[]).includes(name)
}

type Person = { name: string; place: string }
/** `share` is `50%` or `in equal parts`. */
type Beneficiary = { name: string; share: string }

/** The worksheet's answers. Unanswered ones are empty; lists have no empty entries. */
export type Answers = {
  trustName: string
  settlor: Person
  trustees: Person[]
  acting: '' | 'alone' | 'together'
  successors: Person[]
  beneficiaries: Beneficiary[]
  state: string
  county: string
  /** A calendar date, `2026-11-21`. */
  signedOn: string
}

export const emptyAnswers: Answers = {
  trustName: '',
  settlor: { name: '', place: '' },
  trustees: [],
  acting: '',
  successors: [],
  beneficiaries: [],
  state: '',
  county: '',
  signedOn: '',
}

export const maxPeople = { trustees: 5, successors: 3, beneficiaries: 6 } as const

/** The sum of the shares in percent, or `null` if one is not a percentage. */
export function sharesInPercent({ beneficiaries }: Pick<Answers, 'beneficiaries'>): number | null {
  const shares = beneficiaries.map(({ share }) => /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(share)?.[1])
  if (shares.length === 0 || shares.some((share) => share === undefined)) return null
  return shares.reduce((sum, share) => sum + Math.round(Number(share) * 100), 0) / 100
}

export const cartPackId = 'trust-pack'

/** Maximum lengths of answers in characters. Documents print an answer on one line. */
export const maxLengths = { trustName: 90, name: 80, place: 80, share: 40, county: 60 } as const

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

type ParsedAnswers = { ok: true; answers: Answers } | { ok: false; fieldErrors: FieldErrors }

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
