import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { type AuditEntry, recordAudit } from './audit.server.ts'
import { makeOnce, type SentForm } from './make-once.server.ts'

/** What is recorded of an act. Its data may follow from what was done; `null` where nothing was changed after all. */
type Act<Done> = Pick<AuditEntry, 'verb'> & {
  subject: string | ((done: Done) => string)
  data?: AuditEntry['data'] | ((done: Done) => NonNullable<AuditEntry['data']> | null)
}

type DoneOf<Result> = Extract<Result, { ok: true }>

/**
 * Performs an act of staff in one transaction and, unless it is refused (`ok: false`), records it there with who did it. `act.data`
 * says what was before and after, without personal data.
 */
export function actAs<Result extends { ok: boolean }>(
  ctx: AppContext,
  actor: string,
  act: Act<DoneOf<Result>>,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return transact(ctx, (work) => perform(work, actor, act, task))
}

/** The same for a form that makes something: sent again, it makes and records nothing more, and gets the first answer. */
export function actOnce<Result extends { ok: boolean }>(
  ctx: AppContext,
  actor: string,
  act: Act<DoneOf<Result>>,
  form: SentForm,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return transact(ctx, (work) => makeOnce(work, form, () => perform(work, actor, act, task)))
}

async function perform<Result extends { ok: boolean }>(
  work: UnitOfWork,
  actor: string,
  act: Act<DoneOf<Result>>,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const result = await task(work)
  if (!result.ok) return result
  const done = result as DoneOf<Result>
  const { verb, subject, data } = act
  const recorded = typeof data === 'function' ? data(done) : (data ?? {})
  const on = typeof subject === 'function' ? subject(done) : subject
  if (recorded) await recordAudit(work, { actor, verb, subject: on, data: recorded })
  return result
}
