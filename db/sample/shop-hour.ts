import { minute } from '#app/kit/clock.ts'

const quarter = 15 * minute
const searchLimit = 3 * 96

/** Steps by quarters of an hour, so that zones with odd offsets and clock changes need no arithmetic. */
export function firstHourAfter(from: Date, hour: number, zone: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  const wanted = `${String(hour).padStart(2, '0')}:00`
  const start = Math.ceil(from.getTime() / quarter)
  for (let step = 0; step < searchLimit; step++) {
    const moment = new Date((start + step) * quarter)
    if (clock.format(moment) === wanted) return moment
  }
  throw new RangeError(`No clock in ${zone} shows ${wanted} within three days of ${from.toISOString()}`)
}
