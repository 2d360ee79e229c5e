/** Passed in wherever time matters, so that tests can choose it. */
export type Clock = () => Date

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export function after(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
