import type { UnitState } from '../rules.ts'

/** A unit on the live board: as buyers find it, and those that are set aside for the house by themselves. */
export type BoardUnitState = UnitState | 'house'

/** A unit's state as one letter. */
export const boardLetters: Record<BoardUnitState, string> = { open: 'o', held: 'h', taken: 't', house: 'k' }

const statesByLetter: Record<string, BoardUnitState> = { o: 'open', h: 'held', t: 'taken', k: 'house' }

/** Reads the letters of a board, by number. */
export function unpackBoard(units: string): BoardUnitState[] {
  return Array.from(units, (letter) => statesByLetter[letter] ?? 'taken')
}

/** Up to this many units each say where their buyer lives; in a larger run only their state. */
export const maxMarkedUnits = 100
