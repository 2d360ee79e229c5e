import { redirect } from 'react-router'

/** The drop landing page's own address for the courses. */
export function loader() {
  return redirect('/ccw-training', 301)
}
