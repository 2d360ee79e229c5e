export type UnitState = 'open' | 'held' | 'taken'

export function strokeClass(state: UnitState, isMine: boolean): string {
  return isMine ? `u ${state} mine` : `u ${state}`
}
