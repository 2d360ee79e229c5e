import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router'

/**
 * Brings a visitor who goes back within the shop to the place that was left. Stands in every page, for the router's
 * `<ScrollRestoration>`: that also writes a script which looks for a place before there is a router. Browsers do so by
 * themselves, and it would be the costliest script of a first view. `entry.client.tsx` does the rest of its work.
 */
export function KeepPlace() {
  useScrollRestoration()
  return null
}
