import { dayIn, isoDay } from '../rules.ts'
import { shortMonth } from '../words.ts'

/** A day as a stamped plate. */
export function DatePlate({ day, zone }: { day: Date; zone: string }) {
  return (
    <time className="date-plate" dateTime={isoDay(zone, day)}>
      <span>{shortMonth(day, zone)}</span>
      <b>{String(dayIn(zone, day).day).padStart(2, '0')}</b>
    </time>
  )
}
