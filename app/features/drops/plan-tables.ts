import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import type { DropPlan, VersionFacts } from './rules/plan.ts'
import { drops } from './tables.ts'

/**
 * What staff write about a drop, before and after it is published. No public page reads it: publishing writes it into
 * `drops`, and each later change writes both.
 */
export const dropPlans = pgTable(
  'drop_plans',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    /** The published drop. */
    dropId: uuid()
      .unique()
      .references(() => drops.id),
    /** The latest row of `drop_plan_revisions`. */
    revision: integer().notNull(),
    /** The name of the drop it was copied from. */
    copiedFrom: text(),
    /** Put away: left out of the list unless it is searched for. */
    archivedAt: moment(),
  },
  (t) => [check('drop_plans_revision', sql`${t.revision} >= 1`)],
)

/** Every state of a plan, whole: what two people changed at once is compared with the one that both began from. */
export const dropPlanRevisions = pgTable(
  'drop_plan_revisions',
  {
    planId: uuid()
      .notNull()
      .references(() => dropPlans.id),
    revision: integer().notNull(),
    at: moment().notNull(),
    /** The member who made it; `shop` for what was there before plans were written down. */
    by: text().notNull(),
    /** What was done: saved, published, launched, paused. */
    change: text().notNull(),
    plan: jsonb().$type<DropPlan>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.planId, t.revision] })],
)

/** The facts that buyers rely on, as they were offered: each number is bought under one version, which does not change for it. */
export const dropVersions = pgTable(
  'drop_versions',
  {
    dropId: uuid()
      .notNull()
      .references(() => drops.id),
    version: integer().notNull(),
    since: moment().notNull(),
    by: text().notNull(),
    facts: jsonb().$type<VersionFacts>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.dropId, t.version] }),
    check('drop_versions_version', sql`${t.version} >= 1`),
  ],
)
