import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDelayed } from './use-delayed.ts'

/**
 * A list's filter as its fields show it, which may be ahead of the address. `change` shows a filter and applies it: at once,
 * or, while somebody is typing, when the letters rest. An address that changes otherwise (Back, a link) is shown as it is.
 */
export function useTypedFilter<Filter>(
  filter: Filter,
  queryOf: (filter: Filter) => URLSearchParams,
  apply: (filter: Filter) => void,
): { shown: Filter; change: (filter: Filter, isTyping?: boolean) => void } {
  const [shown, setShown] = useState(filter)
  const delayed = useDelayed()
  const address = queryOf(filter).toString()
  const applied = useRef(address)
  const follow = useEffectEvent(() => {
    if (applied.current === address) return
    applied.current = address
    delayed.now(() => setShown(filter))
  })
  useEffect(() => follow(), [address])
  return {
    shown,
    change(next, isTyping = false) {
      setShown(next)
      const applyNext = () => {
        applied.current = queryOf(next).toString()
        apply(next)
      }
      if (isTyping) delayed.later(applyNext)
      else delayed.now(applyNext)
    },
  }
}
