/** `2,499`. Not by the platform's formatter: creating one takes a phone's browser a tenth of a second. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`
}
