// Apart from the desk of the set-up, because the operator's command notes a step, too, and runs without the build.
import type { UnitOfWork } from '#app/db/db.server.ts'
import type { SetupStep, StepState } from './rules.ts'
import { setupProgress } from './tables.ts'

export type Note = { state: StepState; detail?: string; versions?: Record<string, string> }

export async function noteStep(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  step: SetupStep,
  { state, by, detail = '', versions = {} }: Note & { by: string },
): Promise<void> {
  const row = { step, state, by, detail, versions, at: now }
  await tx.insert(setupProgress).values(row).onConflictDoUpdate({ target: setupProgress.step, set: row })
}
