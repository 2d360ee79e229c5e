import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { notFound } from '#app/http/errors.ts'
import { type SetupStep, setupPath, setupSteps } from '../rules.ts'
import { noteStep } from '../progress.server.ts'
import { listProgress, pathAfter } from '../store.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

const confirmable: readonly SetupStep[] = ['charges', 'dealers', 'sample', 'payments']

const noSuchStep = () =>
  notFound('No Such Step', { text: 'The set-up has no such step.', link: { to: setupPath, label: 'Set-up' } })

function stepOf(params: Readonly<Record<string, string>>): SetupStep {
  const step = setupSteps.find((each) => each === params.step)
  if (step) return step
  throw noSuchStep()
}

/** Leaves a step for later, unless it was done, or says that it is as it should be. Then the next open step. */
export const action = staffAction({
  right: 'rules.write',
  recent: ({ params }) => params.mark === 'confirm',
  input: z.object({}),
  run({ desk: { ctx, actor }, params }) {
    const step = stepOf(params)
    const { mark } = params
    const isInvoice = ctx.gateway.checkout.kind === 'invoice'
    const isConfirmed = confirmable.includes(step) && (step !== 'payments' || isInvoice)
    if (mark !== 'skip' && (mark !== 'confirm' || !isConfirmed)) throw noSuchStep()
    type Marked = { ok: true; isNoted: boolean }
    const data = ({ isNoted }: Marked) => (isNoted ? {} : null)
    return actAs<Marked>(ctx, actor, { verb: `setup-${mark}`, subject: step, data }, async (work) => {
      const stored = (await listProgress(work.tx)).find((each) => each.step === step)
      const isNoted = mark === 'confirm' || stored?.state !== 'done'
      const state = mark === 'skip' ? 'skipped' : 'done'
      if (isNoted) await noteStep(work, step, { state, by: actor })
      return { ok: true, isNoted }
    })
  },
  to: ({ desk, params }) => pathAfter(desk.ctx, stepOf(params)),
  refusal: () => '',
})
