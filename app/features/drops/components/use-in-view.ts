import { useEffect, useState } from 'react'

/** A ref and whether its element is in view; undefined until that is known. */
export function useInView(): [ref: (element: Element | null) => void, isInView: boolean | undefined] {
  const [element, setElement] = useState<Element | null>(null)
  const [isInView, setInView] = useState<boolean>()
  useEffect(() => {
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting), {
      rootMargin: '-64px 0px 0px', // the navigation bar covers this part
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      setInView(undefined)
    }
  }, [element])
  return [setElement, isInView]
}
