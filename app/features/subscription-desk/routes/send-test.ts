import { redirect } from 'react-router'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { sendTest } from '../flows.server.ts'
import { newInput } from '../input.ts'
import { announcementPath } from '../rules.ts'
import type { Route } from './+types/send-test'
import { requireDesk } from './desk.server.ts'

export const handle: StaffHandle = { right: 'subscriptions' }

/** It has no page of its own. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(announcementPath(params.announcement))
}

/** Mails the announcement to the member as a test. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const desk = requireDesk(context)
  const path = announcementPath(params.announcement)
  const parsed = parseForm(newInput, await readForm(request))
  if (!parsed.ok) return redirect(path, 303)
  const { key } = parsed.value
  const done = await sendTest(desk, { id: params.announcement, memberId: desk.memberId, key })
  return redirect(done.ok ? `${path}?tested` : `${path}?refused=${done.why}`, 303)
}
