import { replace } from 'react-router'

export function loader() {
  return replace('/build', 301)
}
