import { type AppContext, transact, type UnitOfWork, type Db } from '#app/db/db.server.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { type AuditEntry, recordAudit } from './audit.server.ts'
import { eq, lte } from 'drizzle-orm'
import { after, day } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { formCreations } from './tables.ts'

declare const recorded: unique symbol

/** An outcome that the audit log knows, or a refusal, which changed nothing. */
export type Recorded<Result> = Result & { readonly [recorded]: true }

type DoneOf<Result> = Extract<Result, { ok: true }>

/** What is recorded of an act. Its data may follow from what was done; `null` where nothing was changed after all. */
export type Act<Done = never> = Pick<AuditEntry, 'verb'> & {
  subject: string | ((done: Done) => string)
  data?: AuditEntry['data'] | ((done: Done) => NonNullable<AuditEntry['data']> | null)
  /** For a form that makes something: sent again, it makes and records nothing more, and gets the first answer. */
  form?: SentForm
  /** Runs first, as a comparison of revisions: its refusal is the outcome. */
  expect?: (work: UnitOfWork) => Promise<{ ok: true } | Refusal>
}

/** Performs an act in one transaction and, unless it is refused (`ok: false`), records it there: before and after, without personal data. */
export async function actAs<Result extends { ok: boolean }>(
  ctx: AppContext,
  actor: string,
  act: Act<DoneOf<Result>>,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Recorded<Result>> {
  const { form } = act
  const done = await transact(ctx, (work) =>
    form ? makeOnce(work, form, () => perform(work, actor, act, task)) : perform(work, actor, act, task),
  )
  return done as Recorded<Result>
}

async function perform<Result extends { ok: boolean }>(
  work: UnitOfWork,
  actor: string,
  { verb, subject, data, expect }: Act<DoneOf<Result>>,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const expected = await expect?.(work)
  if (expected && !expected.ok) return expected as unknown as Result
  const result = await task(work)
  if (!result.ok) return result
  const done = result as DoneOf<Result>
  const says = typeof data === 'function' ? data(done) : (data ?? {})
  const on = typeof subject === 'function' ? subject(done) : subject
  if (says) await recordAudit(work, { actor, verb, subject: on, data: says })
  return result
}

export type SentForm = { key: string; typed: unknown }

/** Sent again, a form gets the first answer, which holds no personal data; of two presses at once the second waits. A refused one may be tried again. */
export async function makeOnce<Result extends { ok: boolean }>(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  form: SentForm,
  make: () => Promise<Result>,
): Promise<Result> {
  const onceKey = onceKeyOf(form)
  const [claimed] = await tx
    .insert(formCreations)
    .values({ onceKey, sentAt: now })
    .onConflictDoUpdate({ target: formCreations.onceKey, set: { onceKey } })
    .returning({ answer: formCreations.answer })
  if (claimed?.answer) return claimed.answer as Result
  const answer = await make()
  const isIt = eq(formCreations.onceKey, onceKey)
  await (answer.ok
    ? tx.update(formCreations).set({ answer }).where(isIt)
    : tx.delete(formCreations).where(isIt))
  return answer
}

const onceKeyOf = ({ key, typed }: SentForm) => fingerprint(JSON.stringify([key, typed]))

/** How long a form that was sent is remembered: longer than any page of the console stays open to be sent again. */
const formMemoryMs = 7 * day

export async function forgetForms(db: Db, now: Date): Promise<void> {
  await db.delete(formCreations).where(lte(formCreations.sentAt, after(now, -formMemoryMs)))
}
