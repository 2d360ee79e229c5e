import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type Clock, minute, second } from '#app/kit/clock.ts'
import { type KeyedHash, fingerprint } from '#app/kit/ids.ts'
import { DrizzleQueryError } from 'drizzle-orm'

export type Db = PgDatabase<NodePgQueryResultHKT>

export type OpenDb = { db: Db; pool: pg.Pool }

/** Timeouts, in milliseconds, for requests and ordinary jobs. Anything that takes longer fails with an error; nothing waits forever. A batch that needs longer uses `set local` in its own transaction. */
export const webLimits = {
  /** For a free connection, or for a new one to open. */
  connectMs: 10 * second,
  /** For one statement, including its lock waits. */
  statementMs: 15 * second,
  /** For one lock. Shorter, so that one forgotten transaction does not fill the pool. */
  lockMs: 5 * second,
  /** For an idle transaction: its connection is then closed, which releases its locks. */
  idleInTransactionMs: 15 * second,
  /** For a server that does not answer at all, for example because its machine is gone. The connection is discarded. */
  silenceMs: 20 * second,
}

export function openDb(connectionString: string, connections = 12, limits = webLimits): OpenDb {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    application_name: 'paco',
    // A rush comes out of a quiet shop: opening a connection in it costs more than its queries, and waits behind them.
    idleTimeoutMillis: 15 * minute,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    query_timeout: limits.silenceMs,
    keepAlive: true,
    // PostgreSQL plans for disks that turn. On ours, and in memory, a row by its index costs about what the next one costs.
    options: '-c random_page_cost=1.1',
    Client: PreparingClient,
    pipeline: true,
  })
  // A connection lost in use fails its current or next statement, and an unused one is replaced. Neither is a reason to
  // end the process, which is what an unhandled error event would do.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: queriesOver(pool) }
}

export function queriesOver(pool: pg.Pool): Db {
  return drizzle({ client: pool, casing: 'snake_case' })
}

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

export type Sent = { text: string; values: unknown[]; types?: pg.CustomTypesConfig }

/** As the query builder wraps it. */
export function faultOf({ text, values }: Sent = { text: 'commit', values: [] }, reason: unknown): Error {
  return new DrizzleQueryError(text, values, reason as Error)
}

/** More distinct texts than this come from lists of varying length or a mistake; the rest is planned each time. */
const maxStatements = 400

const names = new Map<string, string>()

/** Planning our small statements costs more than running them, so each text is prepared once. PgBouncer in transaction mode needs 1.21. `begin` leaves with the first statement. */
export class PreparingClient extends pg.Client {
  /** The transaction was ended by `runAll`, and the query builder does not know that yet. */
  #isOver = false

  // `query` has many overloads; all but those with a text are passed through.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown
    if (!hasText(config)) return send(config, ...rest)
    if (this.#isOver) {
      if (!endsTransaction.test(config.text)) throw new Error('The transaction was committed already')
      this.#isOver = false
      return Promise.resolve(noResult)
    }
    if (config.text === 'begin') {
      this.#flushLater()
      // Where it fails, so does what follows.
      void (send({ text: 'begin' }) as Promise<unknown>).catch(() => {})
      return Promise.resolve(noResult)
    }
    return send({ ...config, name: config.name ?? nameOf(config.text) }, ...rest)
  }) as pg.Client['query']

  /**
   * One round trip. In a transaction a failure fails the rest, too; outside, each is its own. `commits` ends the transaction (a rollback
   * after a failure), and nothing may follow in it. @throws DrizzleQueryError of the first statement that failed.
   */
  async runAll(queries: readonly Sent[], { commits = false } = {}): Promise<pg.QueryResult[]> {
    const sent = this.#sendAll(queries)
    if (commits) {
      sent.push(super.query('commit'))
      this.#isOver = true
    }
    const results = await Promise.allSettled(sent)
    for (const [position, result] of results.entries())
      if (result.status === 'rejected') throw faultOf(queries[position], result.reason)
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    if (commits && answers.pop()?.command !== 'COMMIT') throw new Error('The transaction had failed before')
    return answers
  }

  /** Sends statements of several askers in one message, outside of any transaction: each answers by itself. */
  runEach(queries: readonly Sent[]): Promise<PromiseSettledResult<pg.QueryResult>[]> {
    return Promise.allSettled(this.#sendAll(queries))
  }

  #sendAll(queries: readonly Sent[]): Promise<pg.QueryResult>[] {
    this.#flushLater()
    return queries.map((query) => this.query(query))
  }

  /** What is sent until this turn of the process ends leaves in one write. */
  #flushLater() {
    const { stream } = this.connection
    stream.cork()
    setImmediate(() => stream.uncork())
  }
}

const endsTransaction = /^(commit|rollback)$/
const noResult: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

function hasText(config: unknown): config is { text: string; name?: string | undefined } {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  // Several statements in one text, and other commands, cannot be prepared.
  if (known || names.size >= maxStatements || !/^\s*(select|insert|update|delete|with)\b/i.test(text))
    return known
  const name = `paco_${fingerprint(text)}`
  names.set(text, name)
  return name
}
