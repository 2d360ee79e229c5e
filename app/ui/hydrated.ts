import { useEffect, useSyncExternalStore } from 'react'

/** Whether script runs this page: false on the server and for the first render, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, yes, no)
}

/** Marks the document once script runs it, for whoever measures or waits. For the outermost component. */
export function useHydratedMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'yes'
  }, [])
}

/** Whether the window is at least md (768 px) wide; false on the server and for the first render. */
export function useWide(): boolean {
  return useSyncExternalStore(onWidth, () => matchMedia(md).matches, no)
}

const md = '(width >= 768px)'

function onWidth(notify: () => void) {
  const query = matchMedia(md)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

function never() {
  return noop
}

function noop() {}

function yes() {
  return true
}

function no() {
  return false
}
