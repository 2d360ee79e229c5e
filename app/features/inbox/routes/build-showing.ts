import { data, redirect } from 'react-router'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { hideBuild } from '../flows.server.ts'
import { showingInput } from '../input.ts'
import { inboxPath } from '../rules.ts'
import type { Route } from './+types/build-showing'

export const handle: StaffHandle = { right: 'inbox' }

/** Takes a build that its sender agreed to show off the page, or puts it back. What no longer holds is shown by its sheet. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'inbox')
  const parsed = parseForm(showingInput, await readForm(request))
  if (!parsed.ok) throw data(null, { status: 422 })
  const submission = normalizeCode(params.submission)
  const desk = { ctx: shop, by: member.name, actor: actorOf(member) }
  await hideBuild(desk, submission, parsed.value.showing === 'hide')
  return redirect(`${inboxPath}/builds/${submission}`, 303)
}
