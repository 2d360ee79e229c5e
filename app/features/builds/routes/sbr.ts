import { replace } from 'react-router'

/** Redirects the former address of the rifles without adding a history entry. */
export function loader() {
  return replace('/build', 301)
}
