// Chance that can be repeated: the same seed and number of a request always give the same request.

/** A source of chance. */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  int: (below: number) => number
  /** True this often: 0.25 is one in four. */
  chance: (probability: number) => boolean
  /** One of these. */
  pick: <Value>(values: readonly [Value, ...Value[]] | readonly Value[]) => Value
}

/** The chance of the request with this number (mulberry32, started from both numbers). */
export function randomOf(seed: number, request: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(request + 1, 0x85ebca6b)) >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (values) => {
      const value = values[int(values.length)]
      if (value === undefined) throw new RangeError('There is nothing to pick from')
      return value
    },
  }
}
