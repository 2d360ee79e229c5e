import { Fragment, type ReactNode, useId } from 'react'
import { countdownParts, twoDigits, formatInstant } from './countdown-parts.ts'

type Props = {
  until: Date | string
  /** The server's `now`, from the loader. */
  now: Date | string
  label: string
  /** Replaces label and figures at zero; `null` hides them. By default the figures stay at zero. */
  ended?: ReactNode
  size?: 'large' | 'bar'
  timeZone?: string
}

/** `site/clocks.ts` counts, and reads the page anew at the end. Screen readers get the instant, not the ticking. */
export function Countdown({
  until,
  now,
  label,
  ended,
  size = 'large',
  timeZone = 'America/New_York',
}: Props) {
  const id = useId()
  const end = new Date(until)
  const parts = countdownParts(end, new Date(now))
  if (parts.ended && ended !== undefined) return ended
  const look = looks[size]
  const figures = [
    ['DAYS', 'days'],
    ['HRS', 'hours'],
    ['MIN', 'minutes'],
    ['SEC', 'seconds'],
  ] as const
  return (
    <Fragment>
      <p className={look.label} id={id}>
        {label}
      </p>
      <div
        className={`font-display ${look.row}`}
        role="timer"
        aria-live="off"
        aria-labelledby={id}
        data-until={end.toISOString()}
        data-now={new Date(now).toISOString()}
      >
        {figures.map(([unit, figure]) => (
          <div className={`border-control py-0.5 not-first:border-l first:pl-0 ${look.cell}`} key={unit}>
            <b className={`block leading-none ${look.figure}`} data-figure={figure}>
              {twoDigits(parts[figure])}
            </b>
            <span className={`block text-xs leading-none tracking-widest text-muted ${look.unit}`}>
              {unit}
            </span>
          </div>
        ))}
        <Instant at={end} timeZone={timeZone} className="sr-only" />
      </div>
    </Fragment>
  )
}

const looks = {
  large: {
    label: 'label mb-3',
    row: 'grid w-full grid-cols-4 lg:inline-grid lg:w-auto lg:auto-cols-auto lg:grid-flow-col lg:grid-cols-none',
    cell: 'pl-3 lg:min-w-20 lg:px-4 lg:first:min-w-16',
    figure: 'text-h2 font-light',
    unit: 'mt-2',
  },
  bar: {
    label: 'sr-only',
    row: 'inline-grid grid-flow-col',
    cell: 'min-w-10 px-2 lg:min-w-16 lg:px-3 lg:first:min-w-12',
    figure: 'text-xl font-book',
    unit: 'mt-1',
  },
} satisfies Record<NonNullable<Props['size']>, Record<'label' | 'row' | 'cell' | 'figure' | 'unit', string>>

type InstantProps = { at: Date | string; timeZone: string; className?: string }

export function Instant({ at, timeZone, className }: InstantProps) {
  const instant = new Date(at)
  return (
    <time className={className} dateTime={instant.toISOString()}>
      {formatInstant(instant, timeZone)}
    </time>
  )
}
