import { redirect } from 'react-router'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { takeOffLists } from '../flows.server.ts'
import { removalInput } from '../input.ts'
import { listsPath } from '../rules.ts'
import type { Route } from './+types/removal'
import { requireDesk } from './desk.server.ts'

export const handle: StaffHandle = { right: 'subscriptions' }

/** The removal has no page. */
export function loader() {
  return redirect(listsPath)
}

/** Takes an address off one list or all, and comes back to the search. */
export async function action({ request, context }: Route.ActionArgs) {
  const desk = requireDesk(context)
  const parsed = parseForm(removalInput, await readForm(request))
  if (!parsed.ok) return redirect(listsPath, 303)
  const { subscriber, topic, q = '' } = parsed.value
  const removed = await takeOffLists(desk, { subscriberId: subscriber, topic })
  const outcome = removed.ok ? 'removed=yes' : `refused=${removed.why}`
  return redirect(`${listsPath}?q=${encodeURIComponent(q)}&${outcome}`, 303)
}
