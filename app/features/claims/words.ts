import { dateFormat } from '#app/kit/date-format.ts'
/** A claim's calendar date as our pages write it: `20 Nov 2026`. */
export function formatClaimDate(date: string): string {
  return claimDate.format(new Date(`${date}T00:00:00Z`))
}

const claimDate = dateFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
