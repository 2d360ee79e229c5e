import { replace } from 'react-router'
import { redirects } from '../rules.ts'
import type { Route } from './+types/redirect'

export function loader({ request }: Pick<Route.LoaderArgs, 'request'>) {
  const path = new URL(request.url).pathname.replace(/\/$/, '')
  return replace(redirects.get(path) ?? '/', 301)
}
