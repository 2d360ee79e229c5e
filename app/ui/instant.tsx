import { useEffect, useRef, useState } from 'react'
import { formatInstant } from './countdown-parts.ts'
import { isBeforeHydration } from './hydrated.ts'

type Props = { at: Date | string; timeZone: string; className?: string }

/**
 * A formatted instant (`formatInstant`). The server's text stays as it is: in a browser, creating the first
 * formatter costs more than the rest of hydration.
 */
export function Instant({ at, timeZone, className }: Props) {
  const words = useRef<HTMLTimeElement>(null)
  const instant = new Date(at)
  const time = instant.getTime()
  const [served, write] = useState(isBeforeHydration() ? time : null)
  // Later instants are formatted here.
  if (served !== null && served !== time) write(null)
  // Empty after a client-side navigation.
  useEffect(() => {
    if (words.current?.textContent === '') write(null)
  }, [])
  return (
    <time ref={words} className={className} dateTime={instant.toISOString()} suppressHydrationWarning>
      {served === time ? '' : formatInstant(instant, timeZone)}
    </time>
  )
}
