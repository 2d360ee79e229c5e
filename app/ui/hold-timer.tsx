import { formatLeft } from './hold-left.ts'

type Props = {
  /** When the hold ends. */
  until: Date | string
  /** The server's `now`, from the loader. */
  now: Date | string
  /** The label, for example `Number 17 is held for`. */
  label: string
}

/**
 * Minutes and seconds until a hold ends; `site/clocks.ts` counts. Screen readers hear five, two and one minutes, and the end,
 * without being interrupted.
 */
export function HoldTimer({ until, now, label }: Props) {
  const [end, present] = [new Date(until), new Date(now)]
  return (
    <p
      className="hold"
      data-hold=""
      data-until={end.toISOString()}
      data-now={present.toISOString()}
      data-late={end.getTime() - present.getTime() <= 60_000 ? '' : undefined}
    >
      <span className="label">{label}</span>
      <span role="timer" aria-live="off" aria-label={label}>
        {formatLeft(end, present)}
      </span>
      <span className="sr-only" role="status" />
    </p>
  )
}
