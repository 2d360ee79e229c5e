import { useEffect } from 'react'

/** For forms that show a network failure themselves. */
export const showsOwnError = { 'data-shows-own-error': '' } as const

/**
 * Blocks forms that submit to another path while the browser is offline: that route's script may not be loaded yet, and the
 * router would reload the page for it and lose all input. `onBlocked` informs the visitor; it must be a stable function.
 */
export function useOfflineForms(onBlocked: () => void) {
  useEffect(() => {
    const hold = (event: SubmitEvent) => {
      const form = event.target
      if (navigator.onLine || !(form instanceof HTMLFormElement) || 'showsOwnError' in form.dataset) return
      const address = new URL(form.getAttribute('action') ?? '', location.href)
      if (address.pathname === location.pathname) return
      event.preventDefault()
      event.stopImmediatePropagation()
      onBlocked()
    }
    window.addEventListener('submit', hold, true)
    return () => window.removeEventListener('submit', hold, true)
  }, [onBlocked])
}
