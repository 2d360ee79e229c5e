import { redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { formatPreferences, parsePreferences } from '../rules.ts'
import { consolePath } from '../rules/path.ts'
import type { Route } from './+types/preferences'
import { preferencesCookie, preferencesSeconds } from './preferences-cookie.server.ts'

export const handle: StaffHandle = { right: 'member' }

export function loader() {
  return redirect(consolePath)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const before = parsePreferences(readCookie(request, preferencesCookie))
  const [paper, keys] = [form.get('paper'), form.get('keys')]
  const preferences = {
    paper: paper === 'light' || paper === 'dark' ? paper : before.paper,
    keys: keys === 'on' || keys === 'off' ? keys === 'on' : before.keys,
  }
  const cookie = writeCookie(preferencesCookie, formatPreferences(preferences), {
    https: isHttps(context.get(shopContext)),
    maxAgeSeconds: preferencesSeconds,
  })
  const headers = { 'Set-Cookie': cookie }
  return redirect(safeLocalPath(form.get('next'), consolePath), { status: 303, headers })
}
