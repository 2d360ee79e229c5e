import { z } from 'zod'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { notFound } from '#app/http/not-found.ts'
import { markStep } from '../flows.server.ts'
import { isSetupStep, type SetupStep, setupPath } from '../rules.ts'
import { pathAfter } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

const confirmable: readonly SetupStep[] = ['charges', 'dealers', 'sample', 'payments']

const noSuchStep = () =>
  notFound('No Such Step', { text: 'The set-up has no such step.', link: { to: setupPath, label: 'Set-up' } })

function stepOf({ step }: { step?: string | undefined }): SetupStep {
  if (isSetupStep(step)) return step
  throw noSuchStep()
}

/** Then the next open step. */
export const action = staffAction({
  right: 'rules.write',
  recent: ({ params }) => params.mark === 'confirm',
  input: z.object({}),
  run: ({ desk, params: { step: name, mark } }) => {
    const step = stepOf({ step: name })
    if (mark === 'skip') return markStep(desk, step, 'skip')
    const isInvoice = desk.ctx.gateway.checkout.kind === 'invoice'
    if (mark !== 'confirm' || !confirmable.includes(step) || (step === 'payments' && !isInvoice))
      throw noSuchStep()
    return markStep(desk, step, 'confirm')
  },
  to: ({ desk, params }) => pathAfter(desk.ctx, stepOf(params)),
  refusal: () => '',
})
