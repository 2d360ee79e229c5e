import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/sql.ts'

/** What staff noted about items of the day's list, by the item's key. The items themselves are computed. */
export const workItemMarks = pgTable('work_item_marks', {
  key: text().primaryKey(),
  /** The name of the member who has it. */
  assignedTo: text(),
  snoozedUntil: moment(),
  doneAt: moment(),
  markedBy: text().notNull(),
  markedAt: moment().notNull(),
})
