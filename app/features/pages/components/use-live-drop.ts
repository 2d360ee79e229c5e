import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLive } from '#app/live/use-live.ts'
import { type DropLiveState, dropTopic } from '#app/features/drops/rules.ts'
import type { HomeDrop } from '../rules/home.ts'

/** A drop as it stands this moment. When its status turns, the page asks for the drop that leads from now on. */
export function useLiveDrop(drop: HomeDrop): DropLiveState {
  const { revalidate } = useRevalidator()
  const live = useLive<DropLiveState>(dropTopic(drop.slug), drop.live)
  const hasChanged = live.status !== drop.live.status
  useEffect(() => {
    if (hasChanged) void revalidate()
  }, [hasChanged, revalidate])
  return live
}

/** A value that follows another at most once in `ms` milliseconds: in a rush a picture need not be fetched for every sale. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}
