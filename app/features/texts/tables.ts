import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { sqlList } from '#app/db/sql.ts'
import { textKeys } from './rules.ts'

/** Every version of a text that was published after the one that came with the program. Only grows. */
export const textVersions = pgTable(
  'text_versions',
  {
    key: text({ enum: textKeys }).notNull(),
    /** `2026-12`, as orders store it. */
    version: text().notNull(),
    position: integer().notNull(),
    since: date({ mode: 'string' }).notNull(),
    markdown: text().notNull(),
    publishedAt: timestamp({ withTimezone: true }).notNull(),
    publishedBy: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.version] }),
    check('text_versions_key', sql`${t.key} in (${sqlList(textKeys)})`),
  ],
)
