import { redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { writeCookie } from '#app/http/cookies.server.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { readForm } from '#app/http/form.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { paperCookie } from '../access.server.ts'
import { consolePath } from '../rules/path.ts'
import type { Route } from './+types/preferences'

export const handle: StaffHandle = { right: 'member' }

const yearSeconds = 365 * 24 * 60 * 60

export function loader() {
  return redirect(consolePath)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const cookie = writeCookie(paperCookie, form.get('paper') === 'light' ? 'light' : 'dark', {
    https: isHttps(context.get(shopContext)),
    maxAgeSeconds: yearSeconds,
  })
  const headers = { 'Set-Cookie': cookie }
  return redirect(safeLocalPath(form.get('next'), consolePath), { status: 303, headers })
}
