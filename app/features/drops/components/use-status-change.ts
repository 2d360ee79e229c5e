import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** How long after an instant has passed here the shop is asked again: its clock may be a little behind this one. */
const revalidateDelaysMs = [0, 1_000, 3_000]

/** Gives what to call when a launch or an end passes: the page's data is read anew, so that it flips without a reload. */
export function useStatusChange(): () => void {
  const { revalidate } = useRevalidator()
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])
  return useCallback(() => {
    timers.current.forEach(clearTimeout)
    timers.current = revalidateDelaysMs.map((delayMs) => setTimeout(() => void revalidate(), delayMs))
  }, [revalidate])
}
