import { redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { staffMember } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle } from '../../staff/rules.ts'
import { endSession } from '../../staff/store/sessions.server.ts'
import { sessionInput } from '../input.ts'
import type { Route } from './+types/session-end'

export const handle: StaffHandle = { right: 'member' }

export async function action({ request, context }: Route.ActionArgs) {
  const member = staffMember(context)
  const parsed = parseForm(sessionInput, await readForm(request))
  if (parsed.ok)
    await actAs(
      context.get(shopContext),
      actorOf(member),
      { verb: 'staff session end', subject: member.id },
      async ({ tx }) => {
        await endSession(tx, member.id, parsed.value.session)
        return { ok: true as const }
      },
    )
  return redirect('/staff/account', 303)
}
