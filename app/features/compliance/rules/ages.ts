import { type ItemClass, itemClasses } from '../rules.ts'

export const ageClasses = [...itemClasses, 'goods', 'training'] as const
export type AgeClass = (typeof ageClasses)[number]

export const everywhere = 'US'

/** From which age something may be bought: everywhere (`US`), or in one state. */
export type AgeRule = { ageClass: AgeClass; state: string; years: number; asOf: string; version: number }

/** Asked for where no row says anything: the highest age that any rule of the trade knows. */
export const ageWithoutRule = 21

/** The higher of the rule for everywhere and the state's own (Florida: 21 for any firearm, s. 790.065(13)); without a state, the highest anywhere. */
export function minimumAge(ageClass: AgeClass, state: string | null, rules: readonly AgeRule[]): number {
  const holding = rules.filter(
    (rule) => rule.ageClass === ageClass && (!state || rule.state === everywhere || rule.state === state),
  )
  return holding.length ? Math.max(...holding.map(({ years }) => years)) : ageWithoutRule
}

/** The age that one attestation has to speak of for everything in an order: the highest. Nothing in it, no age. */
export function minimumAgeOf(classes: readonly AgeClass[], state: string | null, rules: readonly AgeRule[]) {
  return classes.length
    ? Math.max(...classes.map((ageClass) => minimumAge(ageClass, state, rules)))
    : undefined
}

export function ageClassOf(itemClass: ItemClass | null, kind: string): AgeClass {
  return itemClass ?? (kind === 'course_seat' ? 'training' : 'goods')
}
