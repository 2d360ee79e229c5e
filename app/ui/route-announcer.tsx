import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Announces client-side navigations to screen readers: the new title is spoken, and the focus moves to its
 * heading. Part of every page, after everything that may take the focus itself. Documents are announced by the
 * browser.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    focusPage(hash)
  }, [pathname, hash])
  return (
    <p className="sr-only" aria-live="polite" aria-atomic>
      {title}
    </p>
  )
}

function focusPage(hash: string) {
  const main = document.querySelector('main')
  // The page has already moved the focus, for example into a field.
  if (main?.contains(document.activeElement) && !document.activeElement?.matches('a, button, main')) return
  const place =
    (hash && document.getElementById(decodeURIComponent(hash.slice(1)))) || main?.querySelector('h1') || main
  if (!place) return
  if (!place.hasAttribute('tabindex')) place.setAttribute('tabindex', '-1')
  place.focus({ preventScroll: true })
}
