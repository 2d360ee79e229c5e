import { redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { rememberBundle } from '../access.server.ts'
import type { Route } from './+types/bundle'

/** The form's URL, opened directly, redirects to the page with the form. */
export function loader() {
  return redirect('/trust')
}

/** Remembers that the pack is wanted with a build and redirects to the builder. */
export function action({ context }: Route.ActionArgs) {
  const headers = { 'Set-Cookie': rememberBundle(isHttps(context.get(shopContext))) }
  return redirect('/build?trust=yes#platforms', { status: 303, headers })
}
