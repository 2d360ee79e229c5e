/** The counts of values: `450 × no unit left, 50 × paid`. */
export function countOf(values: readonly (string | number)[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([value, count]) => `${count} × ${value}`)
    .join(', ')
}
