import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** An element and its width in CSS pixels, updated as it changes; `guess` until it is measured. */
export function useWidth<Element extends HTMLElement>(guess: number): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(guess)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const follow = () => measured.clientWidth > 0 && setWidth(measured.clientWidth)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

/** Whether the screen is like this; not before it is known. */
export function useMatch(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
