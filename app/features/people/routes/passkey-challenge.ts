import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { offerPasskey } from '../../staff/store/passkeys.server.ts'
import type { Route } from './+types/passkey-challenge'
import { challenge } from './ways-in.server.ts'

export const handle: StaffHandle = { right: 'joining' }

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  return challenge(context, request, (work, party) => offerPasskey(work, staffMember(context), party))
}
