import { replace } from 'react-router'

/** Redirects the home page's link to the configurator. */
export function loader() {
  return replace('/build', 301)
}
