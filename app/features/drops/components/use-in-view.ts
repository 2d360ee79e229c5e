import { useEffect, useState } from 'react'

/** Gives a ref for an element and whether that element can be seen; undefined on the server and until it is known. */
export function useInView(): [ref: (element: Element | null) => void, isInView: boolean | undefined] {
  const [element, setElement] = useState<Element | null>(null)
  const [isInView, setInView] = useState<boolean>()
  useEffect(() => {
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting), {
      rootMargin: '-64px 0px 0px', // what lies beneath the navigation bar is not seen
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      setInView(undefined)
    }
  }, [element])
  return [setElement, isInView]
}
