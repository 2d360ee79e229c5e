import { z } from 'zod'
import { claimInForce, type ClaimInput, claimInput, type Period } from '#app/features/claims/rules.ts'
import {
  type AgeClass,
  ageClasses,
  confidences,
  everywhere,
  statuses,
  suggestedDefaults,
  type Verdict,
} from '#app/features/compliance/rules.ts'
import { isState, states } from '#app/features/compliance/rules/states.ts'
import type { Asked, Choices } from '#app/features/console/components/fields.tsx'
import type { StatusKind, Tone } from '#app/features/console/components/status.tsx'

export const rulesPath = '/staff/rules'
export const placesPath = `${rulesPath}/places`
export const claimsPath = `${rulesPath}/claims`

/** What staff read, confirm and change with evidence: the row of a state, the rule of a place, an age to buy, a claim of the pages. */
export const lawKinds = ['state', 'local', 'age', 'claim'] as const
export type LawKind = (typeof lawKinds)[number]

export const lawPaths: Record<LawKind, (key: string) => string> = {
  state: (key) => `${rulesPath}/${key}`,
  local: (key) => `${placesPath}/${encodeURIComponent(key)}`,
  age: (key) => `${rulesPath}/ages/${key.replace(' ', '-')}`,
  claim: (key) => `${claimsPath}/${key}`,
}

export const warnAheadDays = 30

export const outcomeLooks: Record<Verdict['outcome'], { kind: StatusKind; tone?: Tone; word: string }> = {
  allowed: { kind: 'done', word: 'Allowed' },
  review: { kind: 'review', tone: 'hold', word: 'Review' },
  refused: { kind: 'no', tone: 'stop', word: 'Refused' },
}

/** A field of a law as its form draws it. `said` names it among the differences; a field without one is no difference. */
export type LawField = Asked & {
  said?: string
  /** What its text means, without room around it. */
  reads: z.ZodType<unknown, string>
  /** It names the law, and is asked of a new one only. */
  isKey?: true
  isWide?: true
}

const text = z.string()
const status = z.enum(statuses, 'Choose allowed, restricted or prohibited.')
const confidence = z.enum(confidences, 'Choose high, medium or low.')
const served = text.refine(isState, 'Choose one of the 50 states or the District of Columbia.')
const rounds = text
  .regex(/^([1-9]\d{0,2})?$/, 'A limit is a whole number of rounds.')
  .transform((typed) => (typed === '' ? null : Number(typed)))
const wordsOf = (each: z.ZodType<string, string>, missing?: string) =>
  text
    .transform((typed) => typed.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(each).min(missing ? 1 : 0, missing))
/** Empty and `none` are nothing. */
const orNothing = (reads: z.ZodType<string, string>) =>
  text.transform((typed) => (typed === '' || typed === 'none' ? null : typed)).pipe(reads.nullable())

const statusOptions: Choices = [
  ['allowed', 'Allowed'],
  ['restricted', 'Restricted'],
  ['prohibited', 'Prohibited'],
]
const unknownOptions: Choices = [['none', 'Not looked up: reviewed'], ...statusOptions]
const placeOptions: Choices = [
  ['none', 'As its state'],
  ['allowed', 'Allowed'],
  ['restricted', 'Restricted: a person decides'],
  ['prohibited', 'Prohibited'],
]
const confidenceOptions: Choices = [
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low: every order is reviewed'],
]
const stateOptions: Choices = states.map(({ code, name }) => [code, name] as const)

export const ageWords: Record<AgeClass, string> = {
  rifle: 'Rifles',
  sbr: 'Short-barreled rifles',
  sbs: 'Short-barreled shotguns',
  handgun: 'Handguns',
  suppressor: 'Suppressors',
  aow: 'Any other weapons',
  receiver: 'Receivers',
  goods: 'Other goods',
  training: 'Seats in classes',
}

const field = (
  name: string,
  said: string,
  reads: LawField['reads'],
  more: Partial<LawField> = {},
): LawField => ({ name, said, label: said, reads, ...more })
const limit = (name: string, label: string, said: string, hint = 'Rounds; empty for none.') =>
  field(name, said, rounds, { label, hint })
/** Of these classes nobody need have looked up the law: such a class is reviewed. */
const perhaps = (name: 'rifle' | 'handgun' | 'aow' | 'receiver', said: string) =>
  field(name, said, orNothing(status), { label: ageWords[name], options: unknownOptions })
const sourcesAndNote: readonly LawField[] = [
  field('sources', 'Sources', wordsOf(z.url('A source is a web address.')), {
    rows: 3,
    isWide: true,
    hint: 'Addresses of what was read, one per line.',
  }),
  field('note', 'Note', text.max(4_000, 'Keep the note under 4,000 characters.'), {
    rows: 3,
    isWide: true,
    hint: 'For the staff alone.',
  }),
]
const readOn: LawField = {
  name: 'asOf',
  label: 'Read on',
  reads: z.iso.date('Give the date of the check.'),
  type: 'date',
  isWide: true,
  hint: 'Rules turn stale 91 days after this day.',
}

export const lawFields: Record<LawKind, readonly LawField[]> = {
  state: [
    { name: 'state', label: 'State', reads: served, isKey: true },
    field('sbr', 'SBR', status, { label: ageWords.sbr, options: statusOptions }),
    field('sbs', 'SBS', status, { label: ageWords.sbs, options: statusOptions }),
    field('suppressor', 'Suppressor', status, { label: ageWords.suppressor, options: statusOptions }),
    perhaps('rifle', 'Rifle'),
    perhaps('handgun', 'Handgun'),
    perhaps('aow', 'AOW'),
    perhaps('receiver', 'Receiver'),
    field(
      'suggestedDefault',
      'Where restricted',
      z.enum(suggestedDefaults, 'Choose allow, manual review or block.'),
      {
        label: 'What the shop does where it is restricted',
        options: [
          ['allow', 'Allow'],
          ['manual_review', 'Review by a person'],
          ['block', 'Refuse'],
        ],
      },
    ),
    limit('magazineLimitHandgun', 'Magazine limit, handgun', 'Magazine, handgun'),
    limit('magazineLimitLongGun', 'Magazine limit, long gun', 'Magazine, long gun'),
    field('magazineStatus', 'Magazines', text.min(1), {
      label: 'State of the magazine law',
      hint: 'Only one in force refuses by itself.',
      options: [
        ['none', 'There is none'],
        ['in_force', 'In force'],
        ['pending', 'Enacted, not in force yet'],
        ['enjoined', 'Stopped by a court'],
        ['struck_down', 'Struck down'],
      ],
    }),
    field('confidence', 'Confidence', confidence, { options: confidenceOptions }),
    field('sbsConfidence', 'Confidence, SBS', confidence, {
      label: 'Confidence, short-barreled shotguns',
      options: confidenceOptions,
    }),
    field('law', 'Statute', orNothing(text.min(3, 'Name the statute.').max(200)), {
      label: 'Statute, as people cite it',
    }),
    field('permitDocument', 'Permit', orNothing(text.min(3, 'Name the document.').max(160)), {
      label: 'Permit that buyers show',
      hint: 'As a sentence names it: your FOID card.',
    }),
    field('flags', 'Marks', wordsOf(text), { hint: 'Separated by spaces.' }),
    ...sourcesAndNote,
  ],
  local: [
    {
      name: 'id',
      label: 'Name in lists',
      reads: text.regex(/^[a-z0-9-]{3,40}$/, 'Name it in small letters, digits and dashes, like denver-co.'),
      hint: 'Small letters, digits and dashes, such as denver-co. It stays.',
      isKey: true,
    },
    { name: 'state', label: 'State', reads: served, options: stateOptions, isKey: true },
    field('place', 'Place', text.min(1, 'Say what the place is called.').max(80), {
      label: 'Place, as pages call it',
    }),
    limit('magazineLimit', 'Magazine limit', 'Magazine limit', 'Rounds; empty leaves it to the state.'),
    field('firearms', 'Firearms', orNothing(status), { options: placeOptions }),
    field('magazines', 'Magazines', orNothing(status), { options: placeOptions }),
    field(
      'zips',
      'ZIP codes',
      wordsOf(
        text.regex(/^\d{3,5}$/, 'Give the beginnings of ZIP codes, three to five digits each.'),
        'Give the beginnings of its ZIP codes.',
      ),
      {
        rows: 3,
        isWide: true,
        hint: 'Their beginnings, three to five digits each, separated by spaces.',
      },
    ),
    ...sourcesAndNote,
    readOn,
  ],
  age: [
    {
      name: 'ageClass',
      label: 'What is bought',
      reads: z.enum(ageClasses, `Choose ${ageClasses.join(', ')}.`),
      options: ageClasses.map((name) => [name, ageWords[name]] as const),
      isKey: true,
    },
    {
      name: 'state',
      label: 'Where',
      reads: text.refine(
        (code) => code === everywhere || isState(code),
        `Choose a state, or ${everywhere} for everywhere.`,
      ),
      options: [[everywhere, 'Everywhere'], ...stateOptions],
      isKey: true,
    },
    field(
      'years',
      'Age',
      text
        .transform((typed) => Number(typed) || 0)
        .pipe(
          z
            .number()
            .int()
            .min(18, 'Nothing is sold to anybody under 18.')
            .max(99, 'That is no purchase age.'),
        ),
      {
        label: 'From age',
        type: 'number',
        hint: 'Of the rule for everywhere and the state’s own, the higher one holds.',
      },
    ),
    ...sourcesAndNote,
    readOn,
  ],
  // What is wrong with one is said by `claimInput`, which knows its fields together.
  claim: [
    { name: 'key', label: 'Name', reads: text, hint: 'Small words with dots: wait.florida', isKey: true },
    field('text', 'Claim', text, { label: 'The whole claim, as one sentence', rows: 3, isWide: true }),
    field('figure', 'Figure', text, { label: 'The figure alone', isWide: true }),
    field('source', 'Source', text, {
      rows: 3,
      isWide: true,
      hint: 'Statute or address. Customers read laws and addresses of it.',
    }),
    field('effectiveFrom', 'Holds from', orNothing(text), {
      type: 'date',
      hint: 'Another day begins a new period; the old one stays readable.',
    }),
    field('effectiveTo', 'Last day', orNothing(text), { type: 'date', hint: 'Empty while it is open.' }),
    field('period', 'Period', text, {
      label: 'The period in words',
      isWide: true,
      hint: 'Follows the figure: since Jan 1, 2026',
    }),
  ],
}

/** The choices, with the stored value where it is none of them: reference data says some things in more words. */
export function withStored(options: Choices, stored: string): Choices {
  if (stored === '' || options.some(([value]) => value === stored)) return options
  return [...options, [stored, stored.replaceAll('_', ' ')]]
}

export type Law = Record<string, unknown>
export type FieldChange = { field: string; before: string; after: string }

/** The differences between two versions. The day of the last check is none: confirming a law changes only that. */
export function differencesOf(kind: LawKind, before: Law, after: Law): FieldChange[] {
  return lawFields[kind].flatMap(({ name, said }) => {
    const [was, is] = [inWords(before[name]), inWords(after[name])]
    return said === undefined || was === is ? [] : [{ field: said, before: was, after: is }]
  })
}

export function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function formatLaw(kind: LawKind, law: Law): Record<string, string> {
  return Object.fromEntries(
    lawFields[kind].map(({ name, options }) => {
      const value = law[name]
      if (Array.isArray(value)) return [name, value.join(name === 'sources' ? '\n' : ' ')]
      return [name, inWords(value) || (options?.some(([each]) => each === 'none') ? 'none' : '')]
    }),
  )
}

const formOf = (kind: LawKind) =>
  z.object(
    Object.fromEntries(
      lawFields[kind].map(({ name, reads }) => [name, text.trim().catch('').pipe(reads)] as const),
    ),
  )

/** The plain limit of magazines is the lower of the two kinds. */
function withPlainLimit(row: Law): Law {
  const limits = [row.magazineLimitHandgun, row.magazineLimitLongGun].filter(
    (each) => typeof each === 'number',
  )
  return { ...row, magazineLimit: limits.length > 0 ? Math.min(...limits) : null }
}

export const lawForms: Record<LawKind, z.ZodType<Law>> = {
  state: formOf('state').transform(withPlainLimit),
  local: formOf('local'),
  age: formOf('age'),
  // It counts as read on the day that it is confirmed, whichever that is.
  claim: formOf('claim')
    .transform((claim) => ({ ...claim, reviewedOn: '2000-01-01' }) as unknown as ClaimInput)
    .pipe(claimInput.transform(({ reviewedOn: _, ...claim }): Law => claim)),
}

const evidence = z
  .string()
  .trim()
  .min(4, 'Say what you read: it is recorded with your name.')
  .max(1_000, 'Keep it under 1,000 characters.')

/** `revision` is the version that was seen, `0` for a new law, and for a claim the fingerprint of its history. */
export const decisionInput = z.object({
  revision: z.string().max(40),
  affected: z.string().max(20_000).optional().default(''),
  evidence,
})

/** Laws that are confirmed unchanged, each with the version that was read: `state MD 12`, `local denver-co 3`, `age sbr FL 1`. */
export const confirmInput = z.object({
  row: z
    .union([z.string(), z.array(z.string())], 'Select the rows that you read.')
    .transform((rows) => [rows].flat())
    .pipe(
      z
        .array(
          z
            .string()
            .regex(
              /^((state [A-Z]{2}|local [a-z0-9-]{3,40}|age [a-z]+ [A-Z]{2}) \d+|claim [a-z0-9.]+ [\w-]{22})$/,
            ),
        )
        .min(1)
        .max(200),
    )
    .transform((rules) =>
      rules.map((text) => {
        const [kind = '', ...more] = text.split(' ')
        return { kind: kind as LawKind, key: more.slice(0, -1).join(' '), version: more.at(-1) ?? '' }
      }),
    ),
  evidence,
})

/** The period that lists and the form show of a claim, which is the one that is confirmed: the one in force, or else the first. */
export function claimShown<Row extends Period>(
  periods: readonly Row[],
  now: Date,
  zone: string,
): Row | undefined {
  return claimInForce(periods, now, zone) ?? periods[0]
}
