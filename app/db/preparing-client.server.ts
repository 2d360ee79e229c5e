import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { fingerprint } from '#app/kit/ids.ts'

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
