import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { buildSubmissions } from './tables.ts'

/**
 * What staff decided about a submitted build and, where they approved it, the final price that its sender may accept before
 * they pay the deposit. The latest decision counts; the audit log has the earlier ones.
 */
export const buildDecisions = pgTable(
  'build_decisions',
  {
    submissionId: text()
      .primaryKey()
      .references(() => buildSubmissions.id, { onDelete: 'cascade' }),
    decision: text({ enum: ['approved', 'declined'] }).notNull(),
    /** Counts the decisions: a yes is to the one that was shown. */
    revision: integer().notNull().default(1),
    /** For the sender, in the email. */
    note: text().notNull().default(''),
    variant: text(),
    includes: text(),
    /** The final price in US cents, without sales tax. The deposit is credited to it. */
    priceCents: integer(),
    /** Weeks from the paid balance until the build is done. */
    leadWeeks: integer(),
    /** The last day, in the shop's zone, on which it can be accepted and its deposit paid. */
    validUntil: date({ mode: 'string' }),
    decidedBy: text().notNull(),
    decidedAt: moment().notNull(),
    /** The hash of the secret in the emailed link; an older link ends. */
    tokenHash: text(),
    acceptedAt: moment(),
    /** The sentence that the sender confirmed, as shown. */
    acceptedSentence: text(),
    agreementVersion: text(),
    transferee: text({ enum: ['individual', 'trust'] }),
    /** The sender does not want it. */
    turnedDownAt: moment(),
  },
  (t) => [
    check('build_decisions_decision', sql`${t.decision} in ('approved', 'declined')`),
    check(
      'build_decisions_terms',
      sql`(${t.decision} = 'approved') = (num_nulls(${t.variant}, ${t.includes}, ${t.priceCents}, ${t.leadWeeks}, ${t.validUntil}) = 0)`,
    ),
    check('build_decisions_price', sql`${t.priceCents} > 0`),
    check('build_decisions_lead', sql`${t.leadWeeks} > 0`),
    check(
      'build_decisions_accepted',
      sql`num_nulls(${t.acceptedAt}, ${t.acceptedSentence}, ${t.agreementVersion}) in (0, 3)`,
    ),
    check(
      'build_decisions_answer',
      sql`${t.acceptedAt} is null or (${t.decision} = 'approved' and ${t.turnedDownAt} is null)`,
    ),
  ],
)
