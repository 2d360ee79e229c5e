import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { type AuditEntry, recordAudit } from './audit.server.ts'
import { makeOnce, type SentForm } from './make-once.server.ts'

/**
 * Performs an action of staff in one transaction and, unless it is refused (`ok: false`), records it there with who did it.
 * The console and the operator's command both act through this. `act.data` says what was before and after, without
 * personal data.
 */
export function actAs<Result extends { ok: boolean }>(
  ctx: AppContext,
  actor: string,
  act: Omit<AuditEntry, 'actor'>,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return transact(ctx, async (work) => {
    const done = await task(work)
    if (done.ok) await recordAudit(work, { ...act, actor })
    return done
  })
}

/** The same for a form that makes something: sent again, it makes and records nothing more, and gets the first answer. */
export function actOnce<Result extends { ok: boolean }>(
  ctx: AppContext,
  actor: string,
  act: Omit<AuditEntry, 'actor'>,
  form: SentForm,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return transact(ctx, (work) =>
    makeOnce(work, form, async () => {
      const done = await task(work)
      if (done.ok) await recordAudit(work, { ...act, actor })
      return done
    }),
  )
}
