import { staffContext } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { askForPasskey } from '../../staff/store/passkeys.server.ts'
import type { Route } from './+types/sign-in-challenge'
import { challenge } from './ways-in.server.ts'

export const handle: StaffHandle = { right: 'anyone' }

/** It names no account: the browser offers its own. Who is signed in proves it again with one of theirs. */
export const action = ({ request, context }: Route.ActionArgs) =>
  challenge(context, request, (work, party) =>
    askForPasskey(work, party, context.get(staffContext)?.member.id),
  )
