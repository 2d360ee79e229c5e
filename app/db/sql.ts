import { timestamp } from 'drizzle-orm/pg-core'
import { type Column, type SQL, sql } from 'drizzle-orm'

export const moment = () => timestamp({ withTimezone: true })

/** A constraint takes no parameters, so words are written into the statement as they are: never for what somebody typed. */
export function sqlList(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word}'`).join(', '))
}

/** Whether a text has these words in it, ignoring case. Signs that a pattern knows are letters here. */
export function contains(column: Column, words: string): SQL {
  return sql`${column} ilike ${`%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}
