import { z } from 'zod'
import { ageClasses, everywhere, confidences, statuses, suggestedDefaults } from './rules.ts'
import { isState } from './rules/states.ts'

const status = z.enum(statuses, 'Choose allowed, restricted or prohibited.')
const confidence = z.enum(confidences, 'Choose high, medium or low.')
const rounds = z.number().int().positive('A limit is a whole number of rounds.').nullable()

const served = z.string().refine(isState, 'Choose one of the 50 states or the District of Columbia.')
const sources = z.array(z.url('A source is a web address.'))
const asOf = z.iso.date('Give the date of the check.')
const note = z.string().trim().max(4_000, 'Keep the note under 4,000 characters.')

export const stateRuleInput = z.object({
  state: served,
  name: z.string().trim().min(1, 'Name the state.'),
  sbr: status,
  sbs: status,
  suppressor: status,
  /** Empty where nobody looked the class up: it is reviewed. */
  rifle: status.nullable().default(null),
  handgun: status.nullable().default(null),
  aow: status.nullable().default(null),
  receiver: status.nullable().default(null),
  suggestedDefault: z.enum(suggestedDefaults, 'Choose allow, manual review or block.'),
  note,
  sources,
  law: z.string().trim().min(3, 'Name the statute.').max(200).nullable().default(null),
  asOf,
  confidence,
  sbsConfidence: confidence,
  magazineLimit: rounds,
  magazineLimitHandgun: rounds,
  magazineLimitLongGun: rounds,
  magazineStatus: z.string().trim().min(1),
  flags: z.array(z.string().trim().min(1)),
  permitDocument: z.string().trim().min(3, 'Name the document.').max(160).nullable().default(null),
})
export type StateRuleInput = z.infer<typeof stateRuleInput>

export const localRuleInput = z.object({
  id: z.string().regex(/^[a-z0-9-]{3,40}$/, 'Name it in small letters, digits and dashes, like denver-co.'),
  state: served,
  place: z.string().trim().min(1, 'Say what the place is called.').max(80),
  zips: z
    .array(z.string().regex(/^\d{3,5}$/, 'Give the beginnings of ZIP codes, three to five digits each.'))
    .min(1, 'Give the beginnings of its ZIP codes.'),
  firearms: status.nullable(),
  magazines: status.nullable(),
  magazineLimit: rounds,
  note,
  sources,
  asOf,
})
export type LocalRuleInput = z.infer<typeof localRuleInput>

export const purchaseAgeInput = z.object({
  ageClass: z.enum(ageClasses, `Choose ${ageClasses.join(', ')}.`),
  state: z
    .string()
    .refine(
      (code) => code === everywhere || isState(code),
      `Choose a state, or ${everywhere} for everywhere.`,
    ),
  years: z.number().int().min(18, 'Nothing is sold to anybody under 18.').max(99, 'That is no purchase age.'),
  note,
  sources,
  asOf,
})
export type PurchaseAgeInput = z.infer<typeof purchaseAgeInput>
