export type UnitState = 'open' | 'held' | 'taken'

/** Beyond this many units lines would run together. */
const maxTicks = 200
const ticksOfMany = 100

export function tickStates(units: readonly UnitState[]): UnitState[] {
  const all = (['open', 'held', 'taken'] as const).flatMap((state) => units.filter((unit) => unit === state))
  return all.length > maxTicks ? fewer(all) : all
}

/** The last open unit still has a line, and the first one that is taken. */
function fewer(sorted: readonly UnitState[]): UnitState[] {
  return Array.from({ length: ticksOfMany }, (_, line) => {
    const at = Math.round((line * (sorted.length - 1)) / (ticksOfMany - 1))
    return sorted[at] ?? 'taken'
  })
}
