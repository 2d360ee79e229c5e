// Crowds of buyers, and their outcomes in words.
import type { Outcome } from './buyer.ts'

/** Does a task for every item, so many at a time. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of left) await task(item)
    }),
  )
}

/** The numbers from `from` on, as many as `count` says. */
export const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)

/** Buyers without end, so many at a time, until it is told to end. */
export function startCrowd(lanes: number, task: (buyer: number) => Promise<Outcome>) {
  const outcomes: Outcome[] = []
  const state = { isOver: false, buyer: 0 }
  const running = Array.from({ length: lanes }, async () => {
    while (!state.isOver) outcomes.push(await task(state.buyer++))
  })
  return {
    outcomes,
    async end() {
      state.isOver = true
      await Promise.all(running)
    },
  }
}

/** Those whose path ended in this way. */
export const endedIn = (ending: Outcome['ending'], outcomes: readonly Outcome[]) =>
  outcomes.filter((outcome) => outcome.ending === ending)

/** The counts of values: `450 × no unit left, 50 × paid`. */
export function countOf(values: readonly (string | number)[]): string {
  return [...Map.groupBy(values, String)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([value, same]) => `${same.length} × ${value}`)
    .join(', ')
}

/** The value below which this share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function percentilesOf(ms: readonly number[]): string {
  const at = (share: number) => Math.round(quantile(ms, share))
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`
}

/** Prints what is wrong, and returns whether nothing is. */
export function areNone(faults: readonly string[]): boolean {
  for (const fault of faults.slice(0, 20)) console.log(`  wrong: ${fault}`)
  if (faults.length > 20) console.log(`  and ${faults.length - 20} more`)
  return faults.length === 0
}
