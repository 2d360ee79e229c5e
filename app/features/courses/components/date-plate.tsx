import type { SessionWhen } from '../rules.ts'

/** A day as a stamped plate. */
export function DatePlate({ when }: { when: SessionWhen }) {
  return (
    <time className="date-plate" dateTime={when.isoDay}>
      <span>{when.month}</span>
      <b>{when.dayOfMonth}</b>
    </time>
  )
}
