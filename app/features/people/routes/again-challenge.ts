import { staffMember } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { askForPasskey } from '../../staff/store/passkeys.server.ts'
import type { Route } from './+types/again-challenge'
import { challenge } from './ways-in.server.ts'

export const handle: StaffHandle = { right: 'member' }

export const action = ({ request, context }: Route.ActionArgs) =>
  challenge(context, request, (work, party) => askForPasskey(work, party, staffMember(context).id))
