import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { importStates } from './rules/import-states.ts'
import { catalogKinds } from './rules/kind.ts'

/**
 * Files of items that staff uploaded. A file is compared with the catalog at each look until somebody writes it; what was written
 * stays with its differences, which the audit log refers to.
 */
export const catalogImports = pgTable(
  'catalog_imports',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: catalogKinds }).notNull(),
    /** The file as it came; emptied once it is written. */
    content: text().notNull(),
    uploadedAt: moment().notNull(),
    uploadedBy: text().notNull(),
    writtenBy: text(),
    state: text({ enum: importStates }).notNull().default('checked'),
    /** What the person who pressed write had seen: the file is written only if it still does just that. */
    fingerprint: text(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    written: jsonb().$type<{ line: number; key: string; differences: unknown }[]>(),
  },
  (t) => [
    check('catalog_imports_kind', sql`${t.kind} in (${sqlList(catalogKinds)})`),
    check('catalog_imports_state', sql`${t.state} in (${sqlList(importStates)})`),
    index('catalog_imports_uploaded').on(t.uploadedAt),
  ],
)
