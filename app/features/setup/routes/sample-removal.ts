import { redirect } from 'react-router'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { removeSample } from '../flows.server.ts'
import { stepPath } from '../rules.ts'
import { sampleContext } from '../store.server.ts'
import type { Route } from './+types/sample-removal'
import { setupOf } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

/** Takes out what the sample added and nobody changed or bought. */
export async function action({ context, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  await removeSample(setupOf(context), context.get(sampleContext))
  return redirect(stepPath('sample'), 303)
}
