import { shopContext, visitContext } from '#app/http/context.server.ts'
import { relyingParty, requireRecentSignIn, setStepCookie, staffMember } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { offerPasskey } from '../../staff/store/passkeys.server.ts'
import type { Route } from './+types/passkey-challenge'

export const handle: StaffHandle = { right: 'joining' }

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const { db, now, limits } = context.get(shopContext)
  const verdict = await limits.take('staffPasskey', context.get(visitContext).address)
  if (!verdict.ok) return new Response(null, { status: 429 })
  const party = relyingParty(context, request)
  const { options, token } = await offerPasskey({ tx: db, now: now() }, staffMember(context), party)
  setStepCookie(context, token)
  return Response.json(options)
}
