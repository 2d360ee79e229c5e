const maxUngrouped = 200
const groupSize = 100

export type UnitGroup = { from: number; to: number }

export function unitGroups(total: number): UnitGroup[] {
  if (total <= maxUngrouped) return [{ from: 1, to: total }]
  return Array.from({ length: Math.ceil(total / groupSize) }, (_, at) => ({
    from: at * groupSize + 1,
    to: Math.min(total, (at + 1) * groupSize),
  }))
}

/** The group of a number; the first one for a number outside the run. */
export function groupOf(number: number, total: number): UnitGroup {
  const [first = { from: 1, to: total }, ...others] = unitGroups(total)
  return others.find(({ from, to }) => number >= from && number <= to) ?? first
}
