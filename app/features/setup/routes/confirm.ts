import { data, redirect } from 'react-router'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { confirmStep } from '../flows.server.ts'
import { isSetupStep, type SetupStep } from '../rules.ts'
import type { Route } from './+types/confirm'
import { pathAfter, setupOf } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

const confirmable: readonly SetupStep[] = ['charges', 'dealers', 'sample', 'payments']

export async function action({ context, params: { step }, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const setup = setupOf(context)
  if (!isSetupStep(step) || !confirmable.includes(step)) throw data(null, { status: 404 })
  if (step === 'payments' && setup.shop.gateway.checkout.kind !== 'invoice') throw data(null, { status: 404 })
  await confirmStep(setup, step)
  return redirect(await pathAfter(setup.shop, step), 303)
}
