import pg from 'pg'
import { fingerprint } from '#app/kit/ids.ts'
import { type BatchedQuery, StatementBatch } from './statement-batch.server.ts'

/** More distinct texts than this come from lists of varying length or a mistake; the rest is planned each time. */
const maxStatements = 400

const names = new Map<string, string>()

/**
 * A connection that prepares each statement text once and then only runs it. Planning our small statements costs more
 * than running them, and the shop uses a few dozen texts. With PgBouncer in transaction mode this needs its version
 * 1.21 or newer. It also saves round trips: a transaction begins together with its first statement, and `runBatch`
 * sends several statements at once, including the commit if requested.
 */
export class PreparingClient extends pg.Client {
  /** A transaction was begun that PostgreSQL does not know of yet. */
  #isBeginning = false
  /** The transaction was committed by a batch, and the query builder does not know that yet. */
  #isCommitted = false

  // `query` has many overloads; all but those with a text are passed through.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown
    if (!hasText(config)) return send(config, ...rest)
    const named = { ...config, name: config.name ?? nameOf(config.text) }
    // A pool passes a callback: such a query is outside any transaction.
    if (rest.some((value) => typeof value === 'function')) return send(named, ...rest)
    if (named.text === 'begin') {
      this.#isBeginning = true
      return Promise.resolve(noResult)
    }
    if (this.#isBeginning || this.#isCommitted) {
      if (endsTransaction.test(named.text)) {
        this.#isBeginning = this.#isCommitted = false
        return Promise.resolve(noResult)
      }
      return this.#queryInTransaction(named, rest)
    }
    return this.#watched(send(named, ...rest) as Promise<pg.QueryResult>)
  }) as pg.Client['query']

  /**
   * Runs statements in one round trip, in the open transaction or as their own; after a failure the rest do not run.
   * `commits` also ends the transaction: nothing may follow in it.
   * @throws DrizzleQueryError of the first statement that failed.
   */
  async runBatch(queries: readonly BatchedQuery[], { commits = false } = {}): Promise<pg.QueryResult[]> {
    if (this.#isCommitted) throw new Error('The transaction was committed already')
    const isBeginning = this.#isBeginning
    this.#isBeginning = false
    const named = queries.map((query) => ({ ...query, name: nameOf(query.text) }))
    const batch = new StatementBatch([
      ...(isBeginning ? [begin] : []),
      ...named,
      ...(commits ? [commit] : []),
    ])
    const results = await this.#watched(
      new Promise<pg.QueryResult[]>((resolve, reject) => {
        batch.callback = (error, rows = []) => (error ? reject(error) : resolve(rows))
        super.query(batch)
      }),
    )
    this.#isCommitted = commits
    return results.slice(isBeginning ? 1 : 0, commits ? -1 : undefined)
  }

  async #queryInTransaction(query: Named, rest: unknown[]): Promise<pg.QueryResult> {
    const values = Array.isArray(rest[0]) ? rest[0] : (query.values ?? [])
    if (query.name) {
      const [result] = await this.runBatch([{ ...query, values }])
      if (!result) throw new Error('A batch of one statement has one result')
      return result
    }
    // A text without a name may hold several statements, which cannot be batched.
    await this.runBatch([])
    return this.query({ ...query, values })
  }

  #watched<Answer>(answer: Promise<Answer>): Promise<Answer> {
    answer.catch((error: unknown) => {
      // After a read timeout, the late answer would precede every later one: the connection is unusable.
      if (isReadTimeout(error)) this.connection.stream.destroy()
    })
    return answer
  }
}

const begin: BatchedQuery = { text: 'begin', values: [], name: 'paco_begin' }
const commit: BatchedQuery = { text: 'commit', values: [], name: 'paco_commit' }
const endsTransaction = /^(commit|rollback)$/
/** The result of a command that is deferred, or was sent earlier. */
const noResult: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

type Named = Statement & { values?: unknown[]; types?: pg.CustomTypesConfig }

type Statement = { text: string; name?: string | undefined; submit?: never }

function hasText(config: unknown): config is Statement {
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
