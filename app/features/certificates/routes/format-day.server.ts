import { dateFormat } from '#app/kit/date-format.ts'

/** A calendar date in the shop's zone, as our pages write it: `20 Nov 2026`; null where there is none. */
export function formatDay(moment: Date | null, timeZone: string): string | null {
  return moment && dateFormat('en-GB', { dateStyle: 'medium', timeZone }).format(moment)
}
