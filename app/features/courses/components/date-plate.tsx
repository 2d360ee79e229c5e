import type { SessionWhen } from '../rules.ts'

/** A date as a stamped plate. */
export function DatePlate({ when }: { when: SessionWhen }) {
  return (
    <time
      className="grid min-h-[76px] min-w-[66px] content-center justify-items-center rounded-control border border-control font-display"
      dateTime={when.isoDay}
    >
      <span className="text-xs tracking-widest text-muted">{when.month}</span>
      <b className="text-3xl font-light in-data-full:text-faint">{when.dayOfMonth}</b>
    </time>
  )
}
