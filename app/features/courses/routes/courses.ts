import { redirect } from 'react-router'

/** An old URL of the courses. */
export function loader() {
  return redirect('/ccw-training', 301)
}
