import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { buildSubmissions } from './tables.ts'

/**
 * Consent of a build's sender to show the finished build without their name. It goes with the submission, and with the
 * personal data in it.
 */
export const buildShowings = pgTable(
  'build_showings',
  {
    submissionId: text()
      .primaryKey()
      .references(() => buildSubmissions.id, { onDelete: 'cascade' }),
    /** The sentence that was ticked, as shown. */
    sentence: text().notNull(),
    consentedAt: moment().notNull(),
    /** The sender took it back. */
    withdrawnAt: moment(),
    /** Staff took it off the page; null while they have not. */
    hiddenAt: moment(),
  },
  (t) => [check('build_showings_withdrawn', sql`${t.withdrawnAt} >= ${t.consentedAt}`)],
)
