import { replace } from 'react-router'

/** The rifles' address of old. Somebody who comes by a link inside the site finds no second entry in the history. */
export function loader() {
  return replace('/build', 301)
}
