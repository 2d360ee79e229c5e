import { useEffect, useRef, useState } from 'react'
import { secondsLeft } from './countdown-parts.ts'
import { readClockOffset } from './server-clock.ts'

/**
 * The current time, each second, until `until`: first the server's `now`, so that hydration matches, and the time that
 * passes; then the device's clock, set right by the shop's. `onEnd` is called once, when the end passes while the page is
 * shown, or when it had passed before the shop's clock was known; not if it was already past on the server.
 */
export function useNowUntil(until: Date, now: Date, onEnd?: () => void): Date {
  const [present, setPresent] = useState(now)
  const callback = useRef(onEnd)
  useEffect(() => {
    callback.current = onEnd
  })

  const end = until.getTime()
  const start = now.getTime()
  useEffect(() => {
    if (start >= end) return
    const begun = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    let offsetMs: number | undefined
    const tick = () => {
      clearTimeout(timer)
      if (ended) return
      const moment =
        offsetMs === undefined ? new Date(start + performance.now() - begun) : new Date(Date.now() + offsetMs)
      setPresent(moment)
      ended = secondsLeft(new Date(end), moment) === 0
      if (ended) callback.current?.()
      // Aligned to the end, so that the last second is as long as the others.
      else timer = setTimeout(tick, (end - moment.getTime()) % 1_000 || 1_000)
    }
    // Timers are throttled in hidden tabs: update as soon as the page is visible.
    const seen = () => document.visibilityState === 'visible' && tick()
    document.addEventListener('visibilitychange', seen)
    tick()
    void readClockOffset().then((measured) => {
      offsetMs = measured
      tick()
    })
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [end, start])

  return present
}
