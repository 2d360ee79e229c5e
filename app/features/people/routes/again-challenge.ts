import { shopContext, visitContext } from '#app/http/context.server.ts'
import { relyingParty, setStepCookie, staffMember } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { askForPasskey } from '../../staff/store/passkeys.server.ts'
import type { Route } from './+types/again-challenge'

export const handle: StaffHandle = { right: 'member' }

export async function action({ request, context }: Route.ActionArgs) {
  const { db, now, limits } = context.get(shopContext)
  const verdict = await limits.take('staffPasskey', context.get(visitContext).address)
  if (!verdict.ok) return new Response(null, { status: 429 })
  const party = relyingParty(context, request)
  const { options, token } = await askForPasskey({ tx: db, now: now() }, party, staffMember(context).id)
  setStepCookie(context, token)
  return Response.json(options)
}
