import { useEffect, useRef, useState } from 'react'
import { formatInstant } from './countdown-parts.ts'
import { isBeforeHydration } from './hydrated.ts'

type Props = { at: Date | string; timeZone: string; className?: string }

/**
 * An instant in words, as `formatInstant` writes it. In a page from the server the words are there already and stay as they
 * are: for a browser, its first formatter costs more than all the rest of taking over the page.
 */
export function Instant({ at, timeZone, className }: Props) {
  const words = useRef<HTMLTimeElement>(null)
  const instant = new Date(at)
  const time = instant.getTime()
  const [served, write] = useState(isBeforeHydration() ? time : null)
  // Another instant, and every later one, is written here.
  if (served !== null && served !== time) write(null)
  // Where the router had to draw the page anew, nothing was there.
  useEffect(() => {
    if (words.current?.textContent === '') write(null)
  }, [])
  return (
    <time ref={words} className={className} dateTime={instant.toISOString()} suppressHydrationWarning>
      {served === time ? '' : formatInstant(instant, timeZone)}
    </time>
  )
}
