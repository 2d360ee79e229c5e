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
  for (let tries = 1; ; tries++) {
    const topics = new Set<string>()
    try {
      const result = await ctx.db.transaction((tx) =>
        task({
          tx,
          now: ctx.now(),
          enqueue: ctx.enqueueIn(tx),
          announce: (topic) => topics.add(topic),
          sign: ctx.sign,
        }),
      )
      ctx.announce(topics)
      return result
    } catch (error) {
      if (tries === 3 || !conflictStates.has(sqlState(error) ?? '')) throw error
    }
  }
}

class TakenBack extends Error {}

/** Performs a part of a transaction, and takes that part back where it is refused (`ok: false`). */
export async function unlessRefused<Result extends { ok: boolean }>(
  work: UnitOfWork,
  task: (part: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const { result, keep } = resultOf<Result>()
  await work.tx
    .transaction(async (tx) => {
      if (!keep(await task({ ...work, tx })).ok) throw new TakenBack()
    })
    .catch(passTakenBack)
  return result()
}

/** Runs a transaction for its result and rolls it back: a preview with all rules as they are now. */
export async function rehearse<Result>(
  ctx: AppContext,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const { result, keep } = resultOf<Result>()
  await transact(ctx, async (work) => {
    keep(await task(work))
    throw new TakenBack()
  }).catch(passTakenBack)
  return result()
}

function resultOf<Result>() {
  const known: Result[] = []
  return {
    keep: (made: Result) => {
      known.push(made)
      return made
    },
    result: () => known.at(-1) as Result,
  }
}

function passTakenBack(error: unknown) {
  if (!(error instanceof TakenBack)) throw error
}

/** A single statement is atomic anyway: a transaction would cost two more round trips. Announces afterwards. Cannot queue jobs. */
export async function autocommit<Result>(
  ctx: AppContext,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const topics = new Set<string>()
  const enqueue: Enqueue = () => Promise.reject(new Error('Work done at once queues nothing: use transact'))
  const result = await task({
    tx: ctx.db,
    now: ctx.now(),
    enqueue,
    announce: (topic) => topics.add(topic),
    sign: ctx.sign,
  })
  ctx.announce(topics)
  return result
}

/** The SQLSTATE of a database error, also where a library wrapped it: `23505` is a violated unique constraint. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code
  return undefined
}
