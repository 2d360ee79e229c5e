import { allowed, type Refusal } from '#app/kit/refusal.ts'
import { type AppContext, transact, type UnitOfWork } from './work.server.ts'

/** What the caller of a verb adds to its transaction: a revision to expect before it, an audit entry with it. */
export type Beside = {
  /** Runs first; its refusal is the outcome, and nothing else is done. */
  guard?: (work: UnitOfWork) => Promise<{ ok: true } | Refusal>
  /** Runs after the task, unless that is refused. */
  alongside?: (work: UnitOfWork) => Promise<void>
}

/** Runs the one transaction of a verb that calls a gateway afterwards, with what its caller adds. */
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
