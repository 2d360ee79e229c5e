import { useEffect } from 'react'

/** Put on a form that says in its own words that the line is broken. */
export const showsOwnError = { 'data-tells-itself': '' } as const

/**
 * Holds forms back while the browser knows that it is offline, if they go to another address than the page's own: the
 * script of that address may not be here yet, and the router would reload the page for it, with all that was typed. `tell`
 * says so to the visitor. It must not change from one rendering to the next.
 */
export function useOfflineForms(tell: () => void) {
  useEffect(() => {
    const hold = (event: SubmitEvent) => {
      const form = event.target
      if (navigator.onLine || !(form instanceof HTMLFormElement) || 'tellsItself' in form.dataset) return
      const address = new URL(form.getAttribute('action') ?? '', location.href)
      if (address.pathname === location.pathname) return
      event.preventDefault()
      event.stopImmediatePropagation()
      tell()
    }
    window.addEventListener('submit', hold, true)
    return () => window.removeEventListener('submit', hold, true)
  }, [tell])
}
