/** How a unit shows in the artwork: lit while open, dashed while somebody checks out, quiet once it is gone. */
export type UnitState = 'open' | 'held' | 'taken'

/** Unit states in the order a tally shows them. */
export const unitStates = ['open', 'held', 'taken'] as const satisfies readonly UnitState[]

/** How many units are in each state. */
export function countUnitStates(states: readonly UnitState[]): Record<UnitState, number> {
  const counts = { open: 0, held: 0, taken: 0 }
  for (const state of states) counts[state] += 1
  return counts
}

/** The states sorted open, held, taken: the order of a progress bar, where position no longer means the number. */
export function sortUnitStates(states: readonly UnitState[]): UnitState[] {
  return states.toSorted((a, b) => unitStates.indexOf(a) - unitStates.indexOf(b))
}
