import type { Clock } from '#app/kit/clock.ts'
import type { KeyedHash } from '#app/kit/ids.ts'
import type { Db } from './db.server.ts'

/** Queues a job inside a transaction: it runs if, and only if, the transaction commits. */
export type Enqueue = (
  job: string,
  payload: object,
  options?: { startAfter?: Date; once?: string },
) => Promise<void>

/** Jobs are queued in the transaction; live topics are announced once it has committed. */
export type UnitOfWork = {
  tx: Db
  now: Date
  enqueue: Enqueue
  announce: (topic: string) => void
  sign: KeyedHash
}

/** Performs a task in a transaction, with what its caller adds to that: a comparison of revisions, a row of the audit log. */
export type Perform = <Result extends { ok: boolean }>(
  task: (work: UnitOfWork) => Promise<Result>,
) => Promise<Result>

export type AppContext = {
  db: Db
  now: Clock
  enqueueIn: (tx: Db) => Enqueue
  announce: (topics: Iterable<string>) => void
  sign: KeyedHash
}

/** Deadlocks and serialization failures: PostgreSQL aborted one of two conflicting transactions, which may be retried. */
const conflictStates = new Set(['40001', '40P01'])

/** Announces only after the commit. Aborted by a conflict, it is retried at most twice. */
export async function transact<Result>(
  ctx: AppContext,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await announcing(ctx, (announce) =>
        ctx.db.transaction((tx) =>
          task({ tx, now: ctx.now(), enqueue: ctx.enqueueIn(tx), announce, sign: ctx.sign }),
        ),
      )
    } catch (error) {
      if (tries === 3 || !conflictStates.has(sqlState(error) ?? '')) throw error
    }
}

/** A single statement is atomic anyway: a transaction would cost two more round trips. Announces afterwards. Cannot queue jobs. */
export function autocommit<Result>(
  ctx: AppContext,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const enqueue: Enqueue = () => Promise.reject(new Error('Work done at once queues nothing: use transact'))
  return announcing(ctx, (announce) =>
    task({ tx: ctx.db, now: ctx.now(), enqueue, announce, sign: ctx.sign }),
  )
}

async function announcing<Result>(
  ctx: AppContext,
  task: (announce: UnitOfWork['announce']) => Promise<Result>,
): Promise<Result> {
  const topics = new Set<string>()
  const result = await task((topic) => topics.add(topic))
  ctx.announce(topics)
  return result
}

/** Ends a transaction, or a part of one, without its changes. */
class TakenBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super()
    this.result = result
  }
}

function resultTakenBack(error: unknown): never {
  if (error instanceof TakenBack) return error.result as never
  throw error
}

/** Performs a part of a transaction, and takes that part back where it is refused (`ok: false`). */
export function unlessRefused<Result extends { ok: boolean }>(
  work: UnitOfWork,
  task: (part: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const part = work.tx.transaction(async (tx) => {
    const result = await task({ ...work, tx })
    if (!result.ok) throw new TakenBack(result)
    return result
  })
  return part.catch(resultTakenBack)
}

/** Runs a transaction for its result and rolls it back: a preview with all rules as they are now. */
export function rehearse<Result>(
  ctx: AppContext,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const rehearsal = transact<Result>(ctx, async (work) => {
    throw new TakenBack(await task(work))
  })
  return rehearsal.catch(resultTakenBack)
}

/** The SQLSTATE of a database error, also where a library wrapped it: `23505` is a violated unique constraint. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code
  return undefined
}
