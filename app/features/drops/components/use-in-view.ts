import { useState, useSyncExternalStore } from 'react'

/** Whether an element is in view. Only those who read it are rendered again when that changes. */
export type InView = {
  /** Of the element; stable. */
  ref: (element: Element | null) => void
  subscribe: (changed: () => void) => () => void
  /** Undefined until it is known, and while there is no element. */
  read: () => boolean | undefined
}

export function useInView(): InView {
  return useState(createInView)[0]
}

export function useIsInView({ subscribe, read }: InView): boolean | undefined {
  return useSyncExternalStore(subscribe, read, unknown)
}

function createInView(): InView {
  const readers = new Set<() => void>()
  let isInView: boolean | undefined
  let observer: IntersectionObserver | undefined
  const tell = (now: boolean | undefined) => {
    isInView = now
    for (const changed of readers) changed()
  }
  return {
    ref(element) {
      observer?.disconnect()
      observer = undefined
      if (!element) return tell(undefined)
      observer = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting), {
        rootMargin: '-64px 0px 0px', // the navigation bar covers this part
      })
      observer.observe(element)
    },
    subscribe(changed) {
      readers.add(changed)
      return () => readers.delete(changed)
    },
    read: () => isInView,
  }
}

function unknown() {
  return undefined
}
