import { formatInstant } from './countdown-parts.ts'

export function Instant({
  at,
  timeZone,
  className,
}: {
  at: Date | string
  timeZone: string
  className?: string
}) {
  const instant = new Date(at)
  return (
    <time className={className} dateTime={instant.toISOString()}>
      {formatInstant(instant, timeZone)}
    </time>
  )
}
