import { redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle } from '../../staff/rules.ts'
import { removePasskey } from '../../staff/store/passkeys.server.ts'
import { passkeyInput } from '../input.ts'
import type { Route } from './+types/passkey-removal'

export const handle: StaffHandle = { right: 'member' }

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const member = staffMember(context)
  const parsed = parseForm(passkeyInput, await readForm(request))
  if (!parsed.ok) return redirect('/staff/account', 303)
  const act = { verb: 'staff passkey removal', subject: member.id }
  const done = await actAs(context.get(shopContext), actorOf(member), act, (work) =>
    removePasskey(work, member.id, parsed.value.passkey),
  )
  return redirect(done.ok ? '/staff/account' : `/staff/account?refused=${done.why}`, 303)
}
