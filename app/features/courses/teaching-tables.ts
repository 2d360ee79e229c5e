import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'

/** Instructor roles. */
export const instructorRoles = pgTable('instructor_roles', {
  slug: text().primaryKey(),
  position: integer().notNull(),
  role: text().notNull(),
  summary: text().notNull(),
  /** The qualifications that the role requires. */
  requirements: text().array().notNull(),
  /** The courses the role teaches, by slug. */
  teaches: text().array().notNull(),
})

/** Who teaches. Their names are on certificates and, until they retire, on the public page of instructors. */
export const instructors = pgTable('instructors', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** With which they sign in behind the counter, in lower case: it opens the classes that name them. */
  email: text(),
  retiredAt: moment(),
  revision: integer().notNull().default(1),
})

/** An instructor's licenses, by which a certificate is worth something. */
export const instructorLicenses = pgTable('instructor_licenses', {
  id: uuid().primaryKey().defaultRandom(),
  instructorId: uuid()
    .notNull()
    .references(() => instructors.id),
  /** What it is and who issued it: `NRA certified pistol instructor`. */
  name: text().notNull(),
  number: text().notNull(),
  /** The last day on which it is good. */
  expiresOn: date().notNull(),
})

/** Where classes take place. A session has its own copy of the words. */
export const trainingPlaces = pgTable('training_places', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** Street, city, state and ZIP code, on one line. */
  address: text().notNull(),
  retiredAt: moment(),
  revision: integer().notNull().default(1),
})
