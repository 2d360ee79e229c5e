import { formatLeft } from './countdown-parts.ts'

type Props = {
  until: Date | string
  /** The server's `now`, from the loader. */
  now: Date | string
  label: string
}

export function HoldTimer({ until, now, label }: Props) {
  const [end, present] = [new Date(until), new Date(now)]
  return (
    <p
      className="hold inline-flex items-baseline gap-2 font-display text-2xl/none font-book data-late:text-hold"
      data-hold=""
      data-until={end.toISOString()}
      data-now={present.toISOString()}
      data-late={end.getTime() - present.getTime() <= 60_000 ? '' : undefined}
    >
      <span className="label text-inherit">{label}</span>
      <span role="timer" aria-live="off" aria-label={label}>
        {formatLeft(end, present)}
      </span>
      <span className="sr-only" role="status" />
    </p>
  )
}
