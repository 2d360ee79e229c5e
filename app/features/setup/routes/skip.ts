import { data, redirect } from 'react-router'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { skipStep } from '../flows.server.ts'
import { isSetupStep } from '../rules.ts'
import type { Route } from './+types/skip'
import { pathAfter, setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

/** Leaves a step for later and goes on to the next open one. A step that was done stays done. */
export async function action({ context, params: { step } }: Route.ActionArgs) {
  const setup = setupOf(context)
  if (!isSetupStep(step)) throw data(null, { status: 404 })
  const before = await showProgress(setup.shop)
  if (before[step]?.state !== 'done') await skipStep(setup, step)
  return redirect(await pathAfter(setup.shop, step), 303)
}
