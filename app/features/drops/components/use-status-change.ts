import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** Delays of the revalidations, because the server's clock may be a little behind. */
const revalidateDelaysMs = [0, 1_000, 3_000]

/** Returns a callback for when a launch or an end passes: it revalidates the page's data. */
export function useStatusChange(): () => void {
  const { revalidate } = useRevalidator()
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])
  return useCallback(() => {
    timers.current.forEach(clearTimeout)
    timers.current = revalidateDelaysMs.map((delayMs) => setTimeout(() => void revalidate(), delayMs))
  }, [revalidate])
}
