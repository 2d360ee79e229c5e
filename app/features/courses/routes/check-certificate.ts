import { redirect } from 'react-router'
import { certificatePath } from '../rules.ts'
import type { Route } from './+types/check-certificate'

/** The address on certificates that were printed earlier. All codes are checked on one page. */
export function loader({ params, request }: Route.LoaderArgs) {
  const code = params.code ?? new URL(request.url).searchParams.get('code')
  return redirect(code ? certificatePath(code.slice(0, 40)) : '/vault', 301)
}
