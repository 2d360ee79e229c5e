import type { QueryResult } from 'pg'
import type { Db as BossDb } from 'pg-boss'
import type { Db } from '#app/db/db.server.ts'
import { fingerprint } from '#app/kit/ids.ts'

/**
 * Lets pg-boss write through our open transactions, with prepared statements: its own adapter for Drizzle has
 * PostgreSQL plan the long insert anew for every job, which takes five times as long as the insert itself.
 */
export function preparedSender(): (tx: Db) => BossDb {
  const names = new Map<string, string>() // one statement per queue

  function nameOf(text: string): string {
    const known = names.get(text)
    if (known) return known
    const name = `paco_send_${fingerprint(text)}`
    names.set(text, name)
    return name
  }

  return (tx) => ({
    executeSql(text, values = []) {
      const statement = tx._.session.prepareQuery<{ execute: QueryResult; all: unknown; values: unknown }>(
        { sql: text, params: values },
        undefined,
        nameOf(text),
        false,
      )
      return statement.execute()
    },
  })
}
