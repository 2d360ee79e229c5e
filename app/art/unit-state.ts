/** The state of a unit in the artwork: lit while open, dashed while held, faded once taken. */
export type UnitState = 'open' | 'held' | 'taken'

/** The class of a unit's line: `u open`, `u held` or `u taken`, with `mine` for the number being chosen or owned. */
export function strokeClass(state: UnitState, isMine: boolean): string {
  return isMine ? `u ${state} mine` : `u ${state}`
}
