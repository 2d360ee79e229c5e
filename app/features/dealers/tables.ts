import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  customType,
  jsonb,
  bigint,
} from 'drizzle-orm/pg-core'
import { moment, sqlList } from '#app/db/sql.ts'
import { paperTypes } from '#app/files/file-type.ts'
import {
  addressSources,
  maxRequestsPerDay,
  receivingTypes,
  requestStates,
  specialTaxClasses,
  type ListDifference,
} from './rules.ts'

const searchedWords = customType<{ data: string }>({ dataType: () => 'tsvector' })
/** From the list that the government publishes every month. Many premises are homes: only whoever chose the dealer sees the street. */
export const dealers = pgTable(
  'dealers',
  {
    key: text().primaryKey(),
    code: text().notNull().unique(),
    type: text({ enum: receivingTypes }).notNull(),
    /** Last digit of the year and letter of the month in which the license ends: `9D`. Empty where the list lacks it. */
    expiry: text().notNull(),
    name: text().notNull(),
    tradeName: text(),
    street: text().notNull(),
    city: text().notNull(),
    state: char({ length: 2 }).notNull(),
    zip: char({ length: 5 }).notNull(),
    phone: text(),
    /** The dealer's email address. Staff enter it after a look at the license copy; nobody else can. */
    email: text(),
    emailConfirmedAt: moment(),
    emailConfirmedBy: text(),
    listedAt: moment().notNull(),
    unlistedAt: moment(),
    /** The words of the names and the city, those with an apostrophe also as one (`oneil`). Kept, since working them out again for every row would be the whole cost of a search. */
    words: searchedWords().generatedAlwaysAs(
      sql`to_tsvector('simple'::regconfig, name || ' ' || coalesce(trade_name, '') || ' ' || city)
        || to_tsvector('simple'::regconfig, replace(name || ' ' || coalesce(trade_name, '') || ' ' || city, '''', ''))`,
    ),
  },
  (t) => [
    check('dealers_type', sql`${t.type} in (${sqlList(receivingTypes)})`),
    check(
      'dealers_email_confirmed',
      sql`num_nulls(${t.email}, ${t.emailConfirmedAt}, ${t.emailConfirmedBy}) in (0, 3)`,
    ),
    check('dealers_zip', sql`${t.zip} ~ '^[0-9]{5}$'`),
    index('dealers_area').on(sql`left(${t.zip}, 3)`).where(sql`${t.unlistedAt} is null`),
    index('dealers_words').using('gin', t.words),
  ],
)

export const dealerRequests = pgTable(
  'dealer_requests',
  {
    id: text().primaryKey(),
    orderId: text().notNull(),
    dealerKey: text(),
    dealerName: text().notNull(),
    dealerCity: text().notNull(),
    dealerState: char({ length: 2 }).notNull(),
    /** Empty where the dealer was only called. */
    email: text(),
    source: text({ enum: addressSources }).notNull().default('buyer'),
    /** When and by whom it was confirmed that this address is the dealer's. Empty where only the buyer says so. */
    confirmedAt: moment(),
    confirmedBy: text(),
    state: text({ enum: requestStates }).notNull(),
    requestedAt: moment().notNull(),
    /** The day (UTC), and the number of the request among those of its order on that day; no number on a request by staff. */
    requestedOn: date({ mode: 'string' }),
    turn: integer(),
    expiresAt: moment().notNull(),
    remindedAt: moment(),
    answeredAt: moment(),
    answeredBy: text(),
    feeCents: integer(),
    hours: text(),
    /** What the dealer says of themselves. Never shown to buyers: we confirm it. */
    saysNfa: boolean(),
    reason: text(),
    /** When another choice of the buyer, or its end, closed the private links to it. */
    linksEndedAt: moment(),
  },
  (t) => [
    check('dealer_requests_state', sql`${t.state} in (${sqlList(requestStates)})`),
    check('dealer_requests_source', sql`${t.source} in (${sqlList(addressSources)})`),
    check('dealer_requests_confirmed', sql`(${t.confirmedAt} is null) = (${t.confirmedBy} is null)`),
    // An order has a few requests a day at most, whatever the code above says.
    check('dealer_requests_turn', sql`${t.turn} between 1 and ${sql.raw(String(maxRequestsPerDay))}`),
    uniqueIndex('dealer_requests_daily').on(t.orderId, t.requestedOn, t.turn),
    check('dealer_requests_fee', sql`${t.feeCents} between 0 and 100000`),
    check(
      'dealer_requests_answer',
      sql`${t.state} <> 'accepted' or (${t.feeCents} is not null and ${t.hours} is not null)`,
    ),
    uniqueIndex('dealer_requests_one_open').on(t.orderId).where(sql`${t.state} in ('requested', 'accepted')`),
    index('dealer_requests_silent').on(t.expiresAt).where(sql`${t.state} = 'requested'`),
  ],
)

/** License copies, for the eyes of staff only: sent by dealers with a request, or uploaded by staff to the dealer's file. */
export const dealerUploads = pgTable(
  'dealer_uploads',
  {
    file: text().primaryKey(),
    requestId: text().references(() => dealerRequests.id),
    dealerKey: text().references(() => dealers.key),
    uploadedBy: text(),
    type: text({ enum: paperTypes }).notNull(),
    bytes: integer().notNull(),
    sentAt: moment().notNull(),
  },
  (t) => [
    check('dealer_uploads_from', sql`num_nonnulls(${t.requestId}, ${t.dealerKey}) = 1`),
    check('dealer_uploads_by', sql`(${t.dealerKey} is null) = (${t.uploadedBy} is null)`),
    index('dealer_uploads_request').on(t.requestId),
    index('dealer_uploads_dealer').on(t.dealerKey).where(sql`${t.dealerKey} is not null`),
  ],
)

const day = () => date({ mode: 'string' })

/** Only staff write it; what a dealer or a buyer types stays with their request. */
export const dealerFiles = pgTable(
  'dealer_files',
  {
    dealerKey: text()
      .primaryKey()
      .references(() => dealers.key),
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

/** The lists that were taken over, each with what it changed. */
export const dealerLists = pgTable(
  'dealer_lists',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    takenAt: moment().notNull(),
    takenBy: text().notNull(),
    difference: jsonb().$type<ListDifference>().notNull(),
  },
  (t) => [index('dealer_lists_taken_at').on(t.takenAt)],
)
