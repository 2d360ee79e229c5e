import { use, useEffect } from 'react'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router'

/**
 * Where the script of the next page cannot be loaded, the router reloads the page that is open. This opens the next page
 * instead, so that the address is the one that was pressed, whatever comes of it. Part of every page; browsers without the
 * Navigation API do as the router says. Its state is read when that happens: a render may come too late.
 */
export function KeepAddress() {
  const router = use(RouterContext)?.router
  useEffect(() => {
    const { navigation } = window as { navigation?: Navigation }
    const follow = (event: NavigateEvent) => {
      const next = router?.state.navigation.location
      if (event.navigationType !== 'reload' || event.userInitiated || !next) return
      event.preventDefault()
      queueMicrotask(() => window.location.assign(next.pathname + next.search + next.hash))
    }
    navigation?.addEventListener('navigate', follow)
    return () => navigation?.removeEventListener('navigate', follow)
  }, [router])
  return null
}
