import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
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

/**
 * Runs a transaction that commits only once another one waits for its locks. Fails where the other one does not wait. Returns what
 * came of both.
 */
export async function oneAfterTheOther<One, Other>(
  ctx: TestContext,
  first: (work: UnitOfWork) => Promise<One>,
  second: () => Promise<Other>,
): Promise<[One, Other]> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: done, resolve: noteDone } = Promise.withResolvers<void>()
  const one = transact(ctx, async (work) => {
    const result = await first(work)
    noteDone()
    await released
    return result
  })
  await Promise.race([done, one])
  const other = second()
  try {
    await waitingForLocks(ctx, 1)
  } finally {
    release()
  }
  return Promise.all([one, other])
}
