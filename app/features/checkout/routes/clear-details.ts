import { redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { clearDetailsField } from '#app/http/typed-details.ts'
import { clearTypedDetails } from '#app/http/typed-details.server.ts'
import type { Route } from './+types/clear-details'

export function loader() {
  return redirect('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const https = isHttps(context.get(shopContext))
  const to = safeLocalPath((await readForm(request)).get(clearDetailsField), '/')
  const headers = { 'Set-Cookie': clearTypedDetails({ https }) }
  return redirect(to, { status: 303, headers })
}
