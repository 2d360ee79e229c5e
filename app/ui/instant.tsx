import { formatInstant } from './countdown-parts.ts'

type Props = { at: Date | string; timeZone: string; className?: string }

export function Instant({ at, timeZone, className }: Props) {
  const instant = new Date(at)
  return (
    <time className={className} dateTime={instant.toISOString()}>
      {formatInstant(instant, timeZone)}
    </time>
  )
}
