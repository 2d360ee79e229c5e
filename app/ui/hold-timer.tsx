import { useState } from 'react'
import { secondsLeft } from './countdown-parts.ts'
import { formatLeft, holdAnnouncement } from './hold-left.ts'
import { useNowUntil } from './use-now.ts'

type Props = {
  /** When the hold ends. */
  until: Date | string
  /** The server's `now`, from the loader. */
  now: Date | string
  /** The label, for example `Number 17 is held for`. */
  label: string
  /** Called once when the hold ends. */
  onEnd?: () => void
}

/** Minutes and seconds until a hold ends. Screen readers hear five, two and one minutes, and the end, without being interrupted. */
export function HoldTimer({ until, now, label, onEnd }: Props) {
  const end = new Date(until)
  const present = useNowUntil(end, new Date(now), onEnd)
  const left = secondsLeft(end, present)
  // An extended hold has a new end and new announcements.
  const [begun, setBegun] = useState({ end: end.getTime(), seconds: left })
  if (begun.end !== end.getTime()) setBegun({ end: end.getTime(), seconds: left })
  return (
    <p className="hold" data-late={left <= 60 || undefined}>
      <span className="label">{label}</span>
      <span role="timer" aria-live="off" aria-label={label}>
        {formatLeft(end, present)}
      </span>
      <span className="sr-only" role="status">
        {holdAnnouncement(left, begun.seconds)}
      </span>
    </p>
  )
}
