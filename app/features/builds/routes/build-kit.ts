import { replace } from 'react-router'

/** The home page's own address for the builder. */
export function loader() {
  return replace('/build', 301)
}
