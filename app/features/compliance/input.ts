import { z } from 'zod'
import { isState, standings, suggestedDefaults } from './rules.ts'

export const confidences = ['high', 'medium', 'low'] as const

const standing = z.enum(standings, 'Choose allowed, restricted or prohibited.')
const confidence = z.enum(confidences, 'Choose high, medium or low.')
const rounds = z.number().int().positive('A limit is a whole number of rounds.').nullable()

/** A state's rule as the operator or the reference data states it. */
export const stateRuleInput = z.object({
  state: z.string().refine(isState, 'Choose one of the 50 states or the District of Columbia.'),
  name: z.string().trim().min(1, 'Name the state.'),
  sbr: standing,
  sbs: standing,
  suppressor: standing,
  suggestedDefault: z.enum(suggestedDefaults, 'Choose allow, manual review or block.'),
  note: z.string().trim().max(4_000, 'Keep the note under 4,000 characters.'),
  sources: z.array(z.url('A source is a web address.')),
  asOf: z.iso.date('Give the date of the check.'),
  confidence,
  sbsConfidence: confidence,
  magazineLimit: rounds,
  magazineLimitHandgun: rounds,
  magazineLimitLongGun: rounds,
  magazineStatus: z.string().trim().min(1),
  flags: z.array(z.string().trim().min(1)),
})
export type StateRuleInput = z.infer<typeof stateRuleInput>
