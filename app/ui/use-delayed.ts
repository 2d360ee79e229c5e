import { useEffect, useRef } from 'react'

/** How long a search waits for the next letter. */
const typingMs = 200

/** Runs the latest of several tasks once nothing came for a moment, so that a search does not run at every letter. */
export function useDelayed(): { later: (task: () => void) => void; now: (task: () => void) => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    later(task) {
      clearTimeout(timer.current)
      timer.current = setTimeout(task, typingMs)
    },
    /** What comes at once takes the place of what waits. */
    now(task) {
      clearTimeout(timer.current)
      task()
    },
  }
}
