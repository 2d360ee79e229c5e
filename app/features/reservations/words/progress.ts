export const progressWords = {
  stages: 'Stages of your reservation',
  ownWait: ({ count, from, median, to }: StageSpread) =>
    `Of our own last ${count} transfers, half took ${Math.round(from)} to ${Math.round(to)} days from filing to approval; the one in the middle took ${Math.round(median)}.`,
  next: (label: string) => `Next: ${label}.`,
  all: 'All stages and their dates',
  accept: 'Your final price is ready. Please read and accept it: nothing is built before you do.',
  accepting: 'Read and accept',
  balance: (amount: string, day: string) => `Pay the balance of ${amount} by ${day}.`,
  balancePaused: (amount: string) =>
    `The balance of ${amount} waits while we review your reservation. We email you its new due date.`,
  paying: 'Open the balance',
  dealer: 'Choose the dealer who hands it over to you. We need to know them before we can send it.',
  choosing: 'Choose a dealer',
  sheet: 'Your price sheet',
} as const

/**
 * How long our own firearms were at a stage before they left it, in days: of `count` of them a quarter was there shorter than
 * `from`, half of them shorter than `median`, and a quarter longer than `to`.
 */
export type StageSpread = { count: number; from: number; median: number; to: number }

/** Fewer than these say nothing about the next one. */
const enough = 5

export function isTelling({ count }: StageSpread): boolean {
  return count >= enough
}
