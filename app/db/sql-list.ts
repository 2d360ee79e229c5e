import { type SQL, sql } from 'drizzle-orm'

/** A constraint takes no parameters, so words are written into the statement as they are: never for what somebody typed. */
export function sqlList(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word}'`).join(', '))
}
