import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { type ListDifference, listStates } from './rules/list-states.ts'

export const dealerLists = pgTable(
  'dealer_lists',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** The file as it came; emptied once it is taken or refused. */
    content: text().notNull(),
    state: text({ enum: listStates }).notNull(),
    why: text(),
    done: integer().notNull().default(0),
    total: integer().notNull(),
    uploadedAt: moment().notNull(),
    uploadedBy: text().notNull(),
    difference: jsonb().$type<ListDifference>(),
    takenAt: moment(),
  },
  (t) => [
    check('dealer_lists_state', sql`${t.state} in (${sqlList(listStates)})`),
    check('dealer_lists_taken', sql`(${t.state} = 'taken') = (${t.takenAt} is not null)`),
    index('dealer_lists_taken_at').on(t.takenAt),
  ],
)
