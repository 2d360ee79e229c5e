import { addDays } from '#app/kit/calendar-date.ts'
import { momentIn } from '#app/kit/zoned-time.ts'

/** How many weeks one form may add at most. */
export const maxWeeks = 26

/**
 * The same day and time in this many weeks, the first one included, as the shop's clock shows it: at 9 AM it stays 9 AM when
 * clocks change. Undefined where the clock skips the time on one of the days.
 */
export function weeklyMoments(
  zone: string,
  { day, time }: { day: string; time: string },
  weeks: number,
): Date[] | undefined {
  const moments = Array.from({ length: weeks }, (_, week) =>
    momentIn(zone, `${addDays(day, week * 7)} ${time}`),
  )
  return moments.every((moment) => moment !== undefined) ? moments : undefined
}

/** The months around one, as their keys: `2026-12` has `2026-11` and `2027-01`. */
export function monthsAround(month: string): { before: string; after: string } {
  return { before: addDays(`${month}-01`, -1).slice(0, 7), after: addDays(`${month}-28`, 7).slice(0, 7) }
}

/** The weeks of a month from Sunday, each with its seven days; days of other months included. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const sunday = addDays(first, -new Date(`${first}T00:00:00Z`).getUTCDay())
  const weeks: string[][] = []
  for (let start = sunday; start.slice(0, 7) <= month; start = addDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)))
  return weeks
}

/** How soon a license's end is warned of, in days. */
const licenseWarningDays = 30

/** What is said of a license today: good, its end is near, or it ended. */
export function licenseState(expiresOn: string, today: string): 'good' | 'ending' | 'ended' {
  if (expiresOn < today) return 'ended'
  return expiresOn <= addDays(today, licenseWarningDays) ? 'ending' : 'good'
}
