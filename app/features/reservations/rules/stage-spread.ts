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
