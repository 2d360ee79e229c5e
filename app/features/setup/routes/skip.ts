import { data, redirect } from 'react-router'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { skipStep } from '../flows.server.ts'
import { isSetupStep, nextStep, setupPath, stepPath } from '../rules.ts'
import type { Route } from './+types/skip'
import { setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

/** Leaves a step for later and goes on to the next open one. A step that was done stays done. */
export async function action({ context, params: { step } }: Route.ActionArgs) {
  const setup = setupOf(context)
  if (!isSetupStep(step)) throw data(null, { status: 404 })
  const before = await showProgress(setup.shop)
  if (before[step]?.state !== 'done') await skipStep(setup, step)
  const progress = await showProgress(setup.shop)
  const states = Object.fromEntries(Object.entries(progress).map(([name, { state }]) => [name, state]))
  const next = nextStep(states, step)
  return redirect(next ? stepPath(next) : setupPath, 303)
}
