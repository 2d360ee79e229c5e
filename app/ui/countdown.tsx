import { Fragment, type ReactNode, useId } from 'react'
import { countdownParts, twoDigits } from './countdown-parts.ts'
import { Instant } from './instant.tsx'
import { useNowUntil } from './use-now.ts'

type Props = {
  /** The instant it counts to. */
  until: Date | string
  /** The server's present moment, from the loader: the first render on both sides shows it. */
  now: Date | string
  /** Says what happens then, for example `Ends in:`. */
  label: string
  /** Called once when the end passes, also when it passed while the tab slept. */
  onEnd?: () => void
  /** What replaces label and figures at zero; `null` hides them. Left out, the figures stay at zero. */
  ended?: ReactNode
  /** `sm` for a bar, `md` for a hero. */
  size?: 'sm' | 'md'
  /** The zone in which the end is spelled out for screen readers. */
  timeZone?: string
}

/**
 * Days, hours, minutes and seconds until an instant, every second. Screen readers get the instant, not the ticking.
 */
export function Countdown({
  until,
  now,
  label,
  onEnd,
  ended,
  size = 'md',
  timeZone = 'America/New_York',
}: Props) {
  const id = useId()
  const end = new Date(until)
  const parts = countdownParts(end, useNowUntil(end, new Date(now), onEnd))
  if (parts.ended && ended !== undefined) return ended
  const figures = [
    ['DAYS', parts.days],
    ['HRS', parts.hours],
    ['MIN', parts.minutes],
    ['SEC', parts.seconds],
  ] as const
  return (
    <Fragment>
      <p className="label cd-l" id={id}>
        {label}
      </p>
      <div className={size === 'sm' ? 'cd cd-s' : 'cd'} role="timer" aria-live="off" aria-labelledby={id}>
        {figures.map(([unit, figure]) => (
          <div key={unit}>
            <b suppressHydrationWarning>{twoDigits(figure)}</b>
            <span>{unit}</span>
          </div>
        ))}
        <Instant at={end} timeZone={timeZone} className="vh" />
      </div>
    </Fragment>
  )
}
