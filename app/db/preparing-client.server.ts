import pg from 'pg'
import { fingerprint } from '#app/kit/ids.ts'

/** More different texts than this are lists of changing length or a mistake; the rest is then planned each time. */
const maxStatements = 400

const names = new Map<string, string>()

/**
 * A connection that has PostgreSQL parse and plan each text once and then only run it. Planning our small statements
 * costs more than running them, and the shop speaks a few dozen texts, over and over. With PgBouncer in transaction
 * mode this needs its version 1.21 or newer.
 */
export class PreparingClient extends pg.Client {
  // The overloads of `query` are many, and all but the one with a text are passed through.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const named = hasText(config) ? { ...config, name: config.name ?? nameOf(config.text) } : config
    const answer = (super.query as (...all: unknown[]) => unknown)(named, ...rest)
    if (answer instanceof Promise) answer.catch((error: unknown) => this.#giveUp(named, error))
    return answer
  }) as pg.Client['query']

  #giveUp(config: unknown, error: unknown) {
    // What a server did not answer in time stays in front of everything later: the connection is of no use any more.
    if (error instanceof Error && error.message === 'Query read timeout') this.connection.stream.destroy()
    // Drizzle does not give a connection back to the pool on which a transaction could not begin.
    if (isBegin(config) && this.release) this.release(true)
  }

  /** Gives the connection back to its pool; `true` has the pool end it. There once a pool has handed it out. */
  declare release?: (isBroken: boolean) => void
}

function isBegin(config: unknown): boolean {
  return hasText(config) && /^begin\b/i.test(config.text)
}

type Statement = { text: string; name?: string; submit?: never }

function hasText(config: unknown): config is Statement {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  // Several statements in one text, and what is no query at all, cannot be prepared.
  if (known || names.size >= maxStatements || !/^\s*(select|insert|update|delete|with)\b/i.test(text))
    return known
  const name = `paco_${fingerprint(text)}`
  names.set(text, name)
  return name
}
