import { z } from 'zod'
import { claimInput } from '#app/features/claims/rules.ts'
import { localRuleInput, purchaseAgeInput, stateRuleInput } from '#app/features/compliance/input.ts'

const orNothing = z
  .string()
  .optional()
  .transform((text = '') => (text.trim() === '' || text === 'none' ? null : text.trim()))
const rounds = orNothing.pipe(
  z.union([
    z.null(),
    z.string().regex(/^[1-9]\d{0,2}$/, 'A limit is a whole number of rounds; leave it empty for none.'),
  ]),
)
const words = z
  .string()
  .optional()
  .transform((text = '') => text.split(/[\s,]+/).filter(Boolean))

const evidence = z
  .string()
  .trim()
  .min(4, 'Say what you read: it is recorded with your name.')
  .max(1_000, 'Keep it under 1,000 characters.')

/** A row as the form sends it. Empty and `none` are nothing. */
const rowForm = z.object({
  sbr: z.string(),
  sbs: z.string(),
  suppressor: z.string(),
  rifle: orNothing,
  handgun: orNothing,
  aow: orNothing,
  receiver: orNothing,
  suggestedDefault: z.string(),
  magazineLimitHandgun: rounds,
  magazineLimitLongGun: rounds,
  magazineStatus: z.string().optional().default('none'),
  confidence: z.string(),
  sbsConfidence: z.string(),
  law: orNothing,
  permitDocument: orNothing,
  flags: words,
  sources: words,
  note: z.string().optional().default(''),
})

const rowInput = stateRuleInput.omit({ state: true, name: true, asOf: true, magazineLimit: true })

export const proposalInput = rowForm.transform((row, context): z.infer<typeof rowInput> => {
  const count = (text: string | null) => (text === null ? null : Number(text))
  const parsed = rowInput.safeParse({
    ...row,
    magazineLimitHandgun: count(row.magazineLimitHandgun),
    magazineLimitLongGun: count(row.magazineLimitLongGun),
  })
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues)
    context.issues.push({ code: 'custom', path: path.slice(0, 1), message, input: row })
  return z.NEVER
})
export type Proposal = z.infer<typeof proposalInput>

export const placeForm = z
  .object({
    id: z.string().trim(),
    state: z.string(),
    place: z.string(),
    zips: words,
    firearms: orNothing,
    magazines: orNothing,
    magazineLimit: rounds,
    sources: words,
    note: z.string().optional().default(''),
    asOf: z.string(),
  })
  .transform(({ magazineLimit, ...place }) => ({
    ...place,
    magazineLimit: magazineLimit === null ? null : Number(magazineLimit),
  }))
  .pipe(localRuleInput)

export const ageForm = z
  .object({
    ageClass: z.string(),
    state: z.string(),
    years: z.coerce.number('Give the age in years.'),
    sources: words,
    note: z.string().optional().default(''),
    asOf: z.string(),
  })
  .pipe(purchaseAgeInput)

export const decisionInput = z.object({
  revision: z.coerce.number().int().min(0),
  affected: z.string().max(20_000).optional().default(''),
  evidence,
})

/** Rules that are confirmed unchanged: `state MD 12`, `local denver-co 3`, `age sbr FL 1`, a claim by the fingerprint of its history. */
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
        const at = text.lastIndexOf(' ')
        const [rule, version] = [text.slice(0, at), text.slice(at + 1)]
        return { rule, version: rule.startsWith('claim ') ? version : Number(version) }
      }),
    ),
  evidence,
})

/** A claim from its form, read today. `revision` is the fingerprint of the history that was seen; a new claim brings its own `key`. */
export const claimInputOf = (named: string, today: string) =>
  z
    .object({
      revision: z.string().max(40),
      evidence: z.string().optional().default(''),
      key: z.string().trim().optional().default(''),
      text: z.string(),
      figure: z.string(),
      source: z.string(),
      effectiveFrom: orNothing,
      effectiveTo: orNothing,
      period: z.string().optional().default(''),
    })
    .transform(({ key, ...claim }) => ({
      ...claim,
      key: named === 'new' ? key : named,
      reviewedOn: today,
    }))
    .pipe(claimInput.safeExtend({ revision: z.string(), evidence }))
