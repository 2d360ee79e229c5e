import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { notFound } from '#app/http/not-found.ts'
import { allowed } from '#app/kit/refusal.ts'
import { markStep } from '../flows.server.ts'
import { isSetupStep, type SetupStep, setupPath } from '../rules.ts'
import { pathAfter, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

const confirmable: readonly SetupStep[] = ['charges', 'dealers', 'sample', 'payments']

const noSuchStep = () =>
  notFound('No Such Step', { text: 'The set-up has no such step.', link: { to: setupPath, label: 'Set-up' } })

function stepOf({ step }: Readonly<Record<string, string>>): SetupStep {
  if (isSetupStep(step)) return step
  throw noSuchStep()
}

/** Leaves a step for later, or says that it is as it should be, and goes on to the next open one. A step that was done stays done. */
export const action = staffAction({
  right: 'rules.write',
  recent: ({ params }) => params.mark === 'confirm',
  input: z.object({}),
  run: async ({ desk, params }) => {
    const step = stepOf(params)
    if (params.mark === 'skip') {
      const isDone = (await showProgress(desk.ctx))[step]?.state === 'done'
      return isDone
        ? actAs(
            desk.ctx,
            desk.actor,
            { verb: 'setup-skip', subject: step, data: () => null },
            async () => allowed,
          )
        : markStep(desk, step, 'skip')
    }
    const isInvoice = desk.ctx.gateway.checkout.kind === 'invoice'
    if (params.mark !== 'confirm' || !confirmable.includes(step) || (step === 'payments' && !isInvoice))
      throw noSuchStep()
    return markStep(desk, step, 'confirm')
  },
  to: ({ desk, params }) => pathAfter(desk.ctx, stepOf(params)),
  refusal: () => 'Nothing was changed.',
})
