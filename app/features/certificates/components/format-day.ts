import { dateFormat } from '#app/kit/date-format.ts'
/** A calendar date in the shop's zone, as our pages write it: `20 Nov 2026`. */
export function formatDay(moment: Date, timeZone: string): string {
  return dateFormat('en-GB', { dateStyle: 'medium', timeZone }).format(moment)
}
