import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLive } from '#app/live/use-live.ts'
import { type DropLiveState, dropTopic } from '#app/features/drops/rules.ts'
import type { HomeDrop } from '../rules/home.ts'

/** The live state of a drop. When its status changes, the page data is revalidated. */
export function useLiveDrop(drop: HomeDrop): DropLiveState {
  const { revalidate } = useRevalidator()
  const live = useLive<DropLiveState>(dropTopic(drop.slug), drop.live)
  const hasChanged = live.status !== drop.live.status
  useEffect(() => {
    if (hasChanged) void revalidate()
  }, [hasChanged, revalidate])
  return live
}

/** The value once it has not changed for `ms` milliseconds, so that a rush of sales does not fetch an image for each. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}
