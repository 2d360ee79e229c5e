import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, sqlList } from '#app/db/sql.ts'
import { challengePurposes, signInMethods, staffRoles } from './rules.ts'

/** The people behind the counter. A member who leaves is disabled, never deleted: the audit log names them. */
export const staffMembers = pgTable(
  'staff_members',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** In lower case. */
    email: text().notNull().unique(),
    role: text({ enum: staffRoles }).notNull(),
    createdAt: moment().notNull(),
    disabledAt: moment(),
    /** Made by scrypt, with its salt and cost. */
    passwordHash: text(),
    /** The authenticator's secret, encrypted with the shop's key. */
    totpSecret: text(),
    /** When the first code of the authenticator was accepted. Until then it opens nothing. */
    totpConfirmedAt: moment(),
    /** The time step of the last accepted code: no code is accepted twice. */
    totpLastStep: integer(),
  },
  (t) => [
    check('staff_members_role', sql`${t.role} in (${sqlList(staffRoles)})`),
    check('staff_members_email', sql`${t.email} = lower(${t.email})`),
  ],
)

const memberId = () =>
  uuid()
    .notNull()
    .references(() => staffMembers.id)

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    memberId: memberId(),
    /** COSE key, base64url. */
    publicKey: text().notNull(),
    /** The authenticator's own count of uses; a copy of it would fall behind. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
  },
  (t) => [index('staff_passkeys_member').on(t.memberId)],
)

/** Unused recovery codes, as hashes. A used one is deleted. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  { codeHash: text().primaryKey(), memberId: memberId() },
  (t) => [index('staff_recovery_codes_member').on(t.memberId)],
)

/** Open sessions. The cookie's secret is stored as a hash only; an ended session is deleted. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull().unique(),
    memberId: memberId(),
    createdAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
    /** When the member last proved who they are. */
    signedInAt: moment().notNull(),
    method: text({ enum: signInMethods }).notNull(),
    device: text().notNull(),
  },
  (t) => [
    index('staff_sessions_member').on(t.memberId),
    check('staff_sessions_method', sql`${t.method} in (${sqlList(signInMethods)})`),
  ],
)

export const staffChallenges = pgTable(
  'staff_challenges',
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: challengePurposes }).notNull(),
    memberId: uuid().references(() => staffMembers.id),
    challenge: text(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    index('staff_challenges_expiry').on(t.expiresAt),
    check('staff_challenges_purpose', sql`${t.purpose} in (${sqlList(challengePurposes)})`),
  ],
)

/** Links that make a member: invitations by email, and the first owner's link, which has no address yet. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull().unique(),
    email: text(),
    role: text({ enum: staffRoles }).notNull(),
    invitedBy: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [
    uniqueIndex('staff_invitations_open').on(t.email).where(sql`${t.usedAt} is null`),
    check('staff_invitations_role', sql`${t.role} in (${sqlList(staffRoles)})`),
  ],
)

/** Failed sign-ins by keyed hash of an email address or a network address, whether or not a member has it. */
export const staffFailures = pgTable('staff_failures', {
  key: text().primaryKey(),
  times: integer().notNull(),
  lastAt: moment().notNull(),
  lockedUntil: moment(),
})

/** A form that was sent when its member had to sign in again, encrypted, until it is sent again. */
export const staffHeldForms = pgTable('staff_held_forms', {
  tokenHash: text().primaryKey(),
  memberId: memberId(),
  path: text().notNull(),
  fields: text().notNull(),
  expiresAt: moment().notNull(),
})
