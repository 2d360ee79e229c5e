import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { specialTaxClasses } from './rules/dealer-file.ts'
import { dealers } from './tables.ts'

const day = () => date({ mode: 'string' })

/**
 * What staff know of a listed dealer beyond the federal list: what was seen, on which day and by whom. Only staff write it;
 * what a dealer or a buyer types stays with their request.
 */
export const dealerFiles = pgTable(
  'dealer_files',
  {
    /** The license number without its expiry. */
    dealerKey: text()
      .primaryKey()
      .references(() => dealers.key),
    /** Counts the changes of the file: a form that was opened at another revision is refused. */
    revision: integer().notNull().default(0),
    /** The last day of the license, as its copy says. The list only has the month. */
    licenseExpiresOn: day(),
    copyAcceptedOn: day(),
    copyAcceptedBy: text(),
    /** The stored copy that was accepted; null where it came by mail or fax. It outlives the order it came with. */
    copyFile: text(),
    /** FFL eZ Check: number, expiry and premises were compared with the copy. */
    ezCheckedOn: day(),
    ezCheckedBy: text(),
    /** The class of special (occupational) taxpayer: 1 importer, 2 manufacturer, 3 dealer (26 U.S.C. 5801). */
    specialTaxClass: text({ enum: specialTaxClasses }),
    /** The year in which the paid tax year ends, on June 30. */
    specialTaxYearEnds: integer(),
    specialTaxCopyOn: day(),
    specialTaxCopyBy: text(),
    feeCents: integer(),
    notes: text().notNull().default(''),
    blockedAt: moment(),
    blockedBy: text(),
    blockedReason: text(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (t) => [
    check(
      'dealer_files_copy',
      sql`num_nulls(${t.copyAcceptedOn}, ${t.copyAcceptedBy}, ${t.licenseExpiresOn}) in (0, 3)`,
    ),
    check('dealer_files_ez_check', sql`(${t.ezCheckedOn} is null) = (${t.ezCheckedBy} is null)`),
    check('dealer_files_tax', sql`(${t.specialTaxClass} is null) = (${t.specialTaxYearEnds} is null)`),
    check('dealer_files_tax_copy', sql`num_nulls(${t.specialTaxCopyOn}, ${t.specialTaxCopyBy}) in (0, 2)`),
    check('dealer_files_tax_class', sql`${t.specialTaxClass} in ('1', '2', '3')`),
    check('dealer_files_fee', sql`${t.feeCents} between 0 and 100000`),
    check(
      'dealer_files_blocked',
      sql`num_nulls(${t.blockedAt}, ${t.blockedBy}, ${t.blockedReason}) in (0, 3)`,
    ),
  ],
)
