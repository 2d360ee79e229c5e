import { redirect } from 'react-router'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { cancelAnnouncement } from '../flows.server.ts'
import { announcementPath } from '../rules.ts'
import type { Route } from './+types/cancel'
import { requireDesk } from './desk.server.ts'

export const handle: StaffHandle = { right: 'subscriptions' }

/** It has no page of its own. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(announcementPath(params.announcement))
}

/** Takes back what is scheduled: it is a draft again. */
export async function action({ context, params }: Route.ActionArgs) {
  const desk = requireDesk(context)
  const done = await cancelAnnouncement(desk, params.announcement)
  const path = announcementPath(params.announcement)
  return redirect(done.ok ? path : `${path}?refused=${done.why}`, 303)
}
