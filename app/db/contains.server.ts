import { type Column, type SQL, sql } from 'drizzle-orm'

/** Whether a text has these words in it, ignoring case. Signs that a pattern knows are letters here. */
export function contains(column: Column, words: string): SQL {
  return sql`${column} ilike ${`%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}
