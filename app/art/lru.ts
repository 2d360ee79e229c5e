/** A memory with a ceiling: when it is full, what was used longest ago goes first. */
export type Lru<Value> = {
  get: (key: string) => Value | undefined
  set: (key: string, value: Value) => void
  /** The weight of everything held. */
  weight: () => number
}

/** `weigh` gives the weight of a value; without it every value weighs 1 and the ceiling counts values. */
export function createLru<Value>(ceiling: number, weigh: (value: Value) => number = () => 1): Lru<Value> {
  // A Map keeps the order of insertion: the first key is the one used longest ago.
  const held = new Map<string, Value>()
  let total = 0

  function drop(key: string): void {
    const value = held.get(key)
    if (value === undefined) return
    total -= weigh(value)
    held.delete(key)
  }

  return {
    weight: () => total,
    get(key) {
      const value = held.get(key)
      if (value === undefined) return undefined
      held.delete(key)
      held.set(key, value)
      return value
    },
    set(key, value) {
      drop(key)
      if (weigh(value) > ceiling) return
      held.set(key, value)
      total += weigh(value)
      for (const oldest of held.keys()) {
        if (total <= ceiling) break
        drop(oldest)
      }
    },
  }
}
