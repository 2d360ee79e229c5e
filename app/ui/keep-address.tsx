import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Where the script of the next page cannot be loaded, the router reloads the page that is open. This opens the next page
 * instead, so that the address is the one that was pressed, whatever comes of it. Part of every page; browsers without the
 * Navigation API do as the router says.
 */
export function KeepAddress() {
  const { location } = useNavigation()
  const next = useRef<string>(undefined)
  useEffect(() => {
    next.current = location && location.pathname + location.search + location.hash
  }, [location])
  useEffect(() => {
    const { navigation } = window as { navigation?: Navigation }
    const follow = (event: NavigateEvent) => {
      const address = next.current
      if (event.navigationType !== 'reload' || event.userInitiated || !address) return
      event.preventDefault()
      queueMicrotask(() => window.location.assign(address))
    }
    navigation?.addEventListener('navigate', follow)
    return () => navigation?.removeEventListener('navigate', follow)
  }, [])
  return null
}
