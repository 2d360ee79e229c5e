import { allowed, type Refusal } from '#app/kit/refusal.ts'
import { type AppContext, transact, type UnitOfWork } from './work.server.ts'

export type Beside = {
  /** Runs first; its refusal is the outcome, and nothing else is done. */
  guard?: (work: UnitOfWork) => Promise<{ ok: true } | Refusal>
  alongside?: (work: UnitOfWork) => Promise<void>
}

export function transactBeside<Outcome extends { ok: boolean }>(
  ctx: AppContext,
  { guard, alongside }: Beside,
  task: (work: UnitOfWork) => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  return transact(ctx, async (work): Promise<Outcome | Refusal> => {
    const guarded = guard ? await guard(work) : allowed
    if (!guarded.ok) return guarded
    const outcome = await task(work)
    if (outcome.ok) await alongside?.(work)
    return outcome
  })
}
