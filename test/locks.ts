import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestContext } from './db.ts'

/** Resolves once so many statements wait for a lock that another transaction has. */
export async function waitingForLocks({ db }: TestContext, count: number) {
  await expect
    .poll(async () => {
      const { rows } = await db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.waiting
    })
    .toBeGreaterThanOrEqual(count)
}
