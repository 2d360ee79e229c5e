import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/** One statement of a batch, as pg expects it. */
export type BatchedQuery = {
  text: string
  values: unknown[]
  name?: string | undefined
  types?: pg.CustomTypesConfig
}

/** The methods pg calls on a query while its response arrives. pg's types leave them out. */
type Receiver = {
  text: string
  name?: string
  values: unknown[]
  submit: (connection: Connection) => Error | null
  handleRowDescription: (message: unknown) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: Connection) => void
  handleReadyForQuery: (connection: Connection) => void
}

type Connection = {
  stream: { cork: () => void; uncork: () => void }
  sync: () => void
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/**
 * Several statements sent to PostgreSQL in one message: a single round trip. They run in order, each seeing what was
 * committed before it began. The first failure ends the batch: the rest do not run. Outside a transaction they form one
 * of their own.
 */
export class StatementBatch implements pg.Submittable {
  /** Set by pg before it submits; called once, at the end. */
  declare callback: (error: Error | null, results?: pg.QueryResult[]) => void
  readonly #queries: Receiver[]
  readonly #results: pg.QueryResult[] = []
  #unreadable: Error | undefined
  #current = 0

  constructor(queries: readonly BatchedQuery[]) {
    this.#queries = queries.map((query, position) => {
      // Without a name or values, pg would send a text by the simple protocol, which ends with its own response.
      const config = { ...query, queryMode: 'extended' }
      const callback = (error: Error | undefined, result: unknown) => {
        this.#unreadable ??= error ?? undefined
        this.#results[position] = result as pg.QueryResult
      }
      return new pg.Query(config, callback) as unknown as Receiver
    })
  }

  /** The name and text by which pg remembers which statements a connection has parsed. */
  get name(): string | undefined {
    return this.#queries[this.#current]?.name
  }

  get text(): string {
    return this.#queries[this.#current]?.text ?? ''
  }

  submit(to: pg.Connection) {
    const connection = to as unknown as Connection
    // A sync ends the batch on the server: only the last one is sent.
    const unsynced = Object.assign(Object.create(connection) as Connection, { sync: () => {} })
    connection.stream.cork()
    try {
      for (const query of this.#queries) {
        const error = query.submit(unsynced)
        if (error) throw error
      }
    } finally {
      connection.sync()
      connection.stream.uncork()
    }
  }

  handleRowDescription(message: unknown) {
    this.#queries[this.#current]?.handleRowDescription(message)
  }

  handleDataRow(message: unknown) {
    this.#queries[this.#current]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Connection) {
    this.#queries[this.#current]?.handleCommandComplete(message, connection)
    this.#current++
  }

  handleEmptyQuery() {
    this.#current++
  }

  handleError(error: Error, connection: Connection) {
    const failed = this.#queries[this.#current]
    // The server skipped the rest: those statements were not parsed.
    for (const { name } of this.#queries.slice(this.#current))
      if (name && !Object.hasOwn(connection.parsedStatements, name))
        Reflect.deleteProperty(connection.submittedNamedStatements, name)
    this.callback(failed ? new DrizzleQueryError(failed.text, failed.values, error) : error)
  }

  handleReadyForQuery(connection: Connection) {
    for (const query of this.#queries) query.handleReadyForQuery(connection)
    if (this.#unreadable) this.callback(this.#unreadable)
    else this.callback(null, this.#results)
  }
}
