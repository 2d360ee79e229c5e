import { redirect } from 'react-router'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { discardAnnouncement } from '../flows.server.ts'
import { announcementPath, listsPath } from '../rules.ts'
import type { Route } from './+types/discard'
import { requireDesk } from './desk.server.ts'

export const handle: StaffHandle = { right: 'subscriptions' }

/** It has no page of its own. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(announcementPath(params.announcement))
}

/** Deletes the draft. */
export async function action({ context, params }: Route.ActionArgs) {
  const desk = requireDesk(context)
  const done = await discardAnnouncement(desk, params.announcement)
  const path = announcementPath(params.announcement)
  return redirect(done.ok ? listsPath : `${path}?refused=${done.why}`, 303)
}
