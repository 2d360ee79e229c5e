import { Status } from '#app/features/console/components/status.tsx'
import type { SetupStep, StepState } from '../rules.ts'
import { partialWords } from '../words.ts'

export type ShownStep = { state: StepState; detail: string; at: string; by: string }

export function StepStatus({
  step,
  shown,
}: {
  step: SetupStep
  shown: Pick<ShownStep, 'state'> | undefined
}) {
  if (!shown) return <Status kind="todo">To do</Status>
  if (shown.state === 'skipped') return <Status kind="wait">Left for later</Status>
  if (shown.state === 'failed') return <Status kind="no">Failed</Status>
  if (shown.state === 'partial') return <Status kind="over">{partialWords[step]}</Status>
  return <Status kind="done">Done</Status>
}
