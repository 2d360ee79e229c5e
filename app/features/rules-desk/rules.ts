import { z } from 'zod'
import { claimInForce, claimInput, type Period } from '#app/features/claims/rules.ts'
import { localRuleInput, purchaseAgeInput, stateRuleInput } from '#app/features/compliance/input.ts'
import { type AgeClass, ageClasses, everywhere, type Verdict } from '#app/features/compliance/rules.ts'
import { states } from '#app/features/compliance/rules/states.ts'
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
  /** What its text means, if not itself. */
  reads?: keyof typeof readers
  /** It names the law, and is asked of a new one only. */
  isKey?: true
  isWide?: true
}

const readers = {
  /** Empty and `none` are nothing. */
  orNothing: (text: string) => (text === '' || text === 'none' ? null : text),
  rounds: (text: string) => (text === '' ? null : /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0),
  years: (text: string) => Number(text) || 0,
  words: (text: string) => text.split(/[\s,]+/).filter(Boolean),
}

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

const field = (name: string, said: string, label = said, more: Partial<LawField> = {}): LawField => ({
  name,
  said,
  label,
  ...more,
})
const sourcesAndNote: readonly LawField[] = [
  field('sources', 'Sources', 'Sources', {
    rows: 3,
    isWide: true,
    reads: 'words',
    hint: 'Addresses of what was read, one per line.',
  }),
  field('note', 'Note', 'Note', { rows: 3, isWide: true, hint: 'For the staff alone.' }),
]
const readOn: LawField = {
  name: 'asOf',
  label: 'Read on',
  type: 'date',
  isWide: true,
  hint: 'Rules turn stale 91 days after this day.',
}

export const lawFields: Record<LawKind, readonly LawField[]> = {
  state: [
    field('sbr', 'SBR', 'Short-barreled rifles', { options: statusOptions }),
    field('sbs', 'SBS', 'Short-barreled shotguns', { options: statusOptions }),
    field('suppressor', 'Suppressor', 'Suppressors', { options: statusOptions }),
    field('rifle', 'Rifle', 'Rifles', { options: unknownOptions, reads: 'orNothing' }),
    field('handgun', 'Handgun', 'Handguns', { options: unknownOptions, reads: 'orNothing' }),
    field('aow', 'AOW', 'Any other weapons', { options: unknownOptions, reads: 'orNothing' }),
    field('receiver', 'Receiver', 'Receivers', { options: unknownOptions, reads: 'orNothing' }),
    field('suggestedDefault', 'Where restricted', 'What the shop does where it is restricted', {
      options: [
        ['allow', 'Allow'],
        ['manual_review', 'Review by a person'],
        ['block', 'Refuse'],
      ],
    }),
    field('magazineLimitHandgun', 'Magazine, handgun', 'Magazine limit, handgun', {
      reads: 'rounds',
      hint: 'Rounds; empty for none.',
    }),
    field('magazineLimitLongGun', 'Magazine, long gun', 'Magazine limit, long gun', {
      reads: 'rounds',
      hint: 'Rounds; empty for none.',
    }),
    field('magazineStatus', 'Magazines', 'State of the magazine law', {
      hint: 'Only one in force refuses by itself.',
      options: [
        ['none', 'There is none'],
        ['in_force', 'In force'],
        ['pending', 'Enacted, not in force yet'],
        ['enjoined', 'Stopped by a court'],
        ['struck_down', 'Struck down'],
      ],
    }),
    field('confidence', 'Confidence', 'Confidence', { options: confidenceOptions }),
    field('sbsConfidence', 'Confidence, SBS', 'Confidence, short-barreled shotguns', {
      options: confidenceOptions,
    }),
    field('law', 'Statute', 'Statute, as people cite it', { reads: 'orNothing' }),
    field('permitDocument', 'Permit', 'Permit that buyers show', {
      reads: 'orNothing',
      hint: 'As a sentence names it: your FOID card.',
    }),
    field('flags', 'Marks', 'Marks', { reads: 'words', hint: 'Separated by spaces.' }),
    ...sourcesAndNote,
  ],
  local: [
    {
      name: 'id',
      label: 'Name in lists',
      hint: 'Small letters, digits and dashes, such as denver-co. It stays.',
      isKey: true,
    },
    { name: 'state', label: 'State', options: stateOptions, isKey: true },
    field('place', 'Place', 'Place, as pages call it'),
    field('magazineLimit', 'Magazine limit', 'Magazine limit', {
      reads: 'rounds',
      hint: 'Rounds; empty leaves it to the state.',
    }),
    field('firearms', 'Firearms', 'Firearms', { options: placeOptions, reads: 'orNothing' }),
    field('magazines', 'Magazines', 'Magazines', { options: placeOptions, reads: 'orNothing' }),
    field('zips', 'ZIP codes', 'ZIP codes', {
      reads: 'words',
      rows: 3,
      isWide: true,
      hint: 'Their beginnings, three to five digits each, separated by spaces.',
    }),
    ...sourcesAndNote,
    readOn,
  ],
  age: [
    {
      name: 'ageClass',
      label: 'What is bought',
      options: ageClasses.map((name) => [name, ageWords[name]] as const),
      isKey: true,
    },
    { name: 'state', label: 'Where', options: [[everywhere, 'Everywhere'], ...stateOptions], isKey: true },
    field('years', 'Age', 'From age', {
      reads: 'years',
      type: 'number',
      hint: 'Of the rule for everywhere and the state’s own, the higher one holds.',
    }),
    ...sourcesAndNote,
    readOn,
  ],
  claim: [
    { name: 'key', label: 'Name', hint: 'Small words with dots: wait.florida', isKey: true },
    field('text', 'Claim', 'The whole claim, as one sentence', { rows: 3, isWide: true }),
    field('figure', 'Figure', 'The figure alone', { isWide: true }),
    field('source', 'Source', 'Source', {
      rows: 3,
      isWide: true,
      hint: 'Statute or address. Customers read laws and addresses of it.',
    }),
    field('effectiveFrom', 'Holds from', 'Holds from', {
      reads: 'orNothing',
      type: 'date',
      hint: 'Another day begins a new period; the old one stays readable.',
    }),
    field('effectiveTo', 'Last day', 'Last day', {
      reads: 'orNothing',
      type: 'date',
      hint: 'Empty while it is open.',
    }),
    field('period', 'Period', 'The period in words', {
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

function inWords(value: unknown): string {
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

function formOf(kind: LawKind, schema: z.ZodType<Law>, completed = (law: Law) => law): z.ZodType<Law> {
  return z
    .looseObject({})
    .transform((sent: Law) =>
      completed(
        Object.fromEntries(
          lawFields[kind].map(({ name, reads }) => {
            const text = typeof sent[name] === 'string' ? sent[name].trim() : ''
            return [name, reads ? readers[reads](text) : text]
          }),
        ),
      ),
    )
    .pipe(schema as z.ZodType<Law, Law>)
}

/** The plain limit of magazines is the lower of the two kinds. */
function withPlainLimit(row: Law): Law {
  const limits = [row.magazineLimitHandgun, row.magazineLimitLongGun].filter(
    (each) => typeof each === 'number',
  )
  return { ...row, magazineLimit: limits.length > 0 ? Math.min(...limits) : null }
}

export const lawForms: Record<LawKind, z.ZodType<Law>> = {
  state: formOf('state', stateRuleInput.omit({ state: true, name: true, asOf: true }), withPlainLimit),
  local: formOf('local', localRuleInput),
  age: formOf('age', purchaseAgeInput),
  // It counts as read on the day that it is confirmed, whichever that is.
  claim: formOf(
    'claim',
    claimInput.transform(({ reviewedOn: _, ...claim }): Law => claim),
    (claim) => ({ ...claim, reviewedOn: '2000-01-01' }),
  ),
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
