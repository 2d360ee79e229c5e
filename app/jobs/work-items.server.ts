import { and, eq, gt, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact, type UnitOfWork, type AppContext } from '#app/db/work.server.ts'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import { countOf } from '#app/kit/count.ts'
import { workFailures } from './tables.ts'

export type WorkItemContext = AppContext & { log?: Pick<Logger, 'error'> }

export type WorkItems<Item> = {
  kind: string
  items: readonly Item[]
  subjectOf: (item: Item) => string
  run: (item: Item) => Promise<unknown>
  signal?: AbortSignal | undefined
}

const alertAfter = 3

/**
 * Runs work items one by one. One that fails is recorded, retried with growing delays, raises an alert when it keeps
 * failing, and blocks no other. Queries that list items leave failing ones out with `notBackingOff`.
 */
export async function runWorkItems<Item>(ctx: WorkItemContext, work: WorkItems<Item>): Promise<void> {
  const { kind, items, subjectOf, run, signal } = work
  for (const item of items) {
    if (signal?.aborted) return
    const subject = subjectOf(item)
    try {
      await run(item)
      await clearFailure(ctx, kind, subject)
    } catch (error) {
      ctx.log?.error({ work: kind, subject, ...describeFault(error) }, 'A work item failed')
      await noteFailure(ctx, kind, subject, error)
    }
  }
}

export function notBackingOff(kind: string, subject: PgColumn, now: Date): SQL {
  return notExists(
    new QueryBuilder({ casing: 'snake_case' })
      .select({ one: sql`1` })
      .from(workFailures)
      .where(
        and(eq(workFailures.kind, kind), eq(workFailures.subject, subject), gt(workFailures.retryAt, now)),
      ),
  )
}

/** How long a failing item waits, in milliseconds: five seconds, then twice as long each time, at most 15 minutes. */
function retryDelayMs(failures: number): number {
  return Math.min(5 * second * 2 ** Math.min(failures - 1, 20), 15 * minute)
}

async function noteFailure(ctx: WorkItemContext, kind: string, subject: string, error: unknown) {
  const { fault } = describeFault(error)
  await transact(ctx, async (work) => {
    const [noted] = await work.tx
      .insert(workFailures)
      .values({
        kind,
        subject,
        failures: 1,
        lastFault: fault,
        since: work.now,
        retryAt: after(work.now, retryDelayMs(1)),
      })
      .onConflictDoUpdate({
        target: [workFailures.kind, workFailures.subject],
        set: { failures: sql`${workFailures.failures} + 1`, lastFault: fault },
      })
      .returning()
    if (!noted) return
    await work.tx
      .update(workFailures)
      .set({ retryAt: after(work.now, retryDelayMs(noted.failures)) })
      .where(isOf(kind, subject))
    if (noted.failures >= alertAfter)
      await raiseAlert(work, {
        kind: 'work_item_failing',
        subject: alertSubject(kind, subject),
        detail: `It failed ${countOf(noted.failures, 'time')}: ${fault}`,
      })
  })
}

/** A failing item is retried within 15 minutes. One not tried for this long was settled in another way. */
const staleMs = hour

export async function forgetStaleFailures(work: UnitOfWork): Promise<void> {
  const stale = await work.tx
    .delete(workFailures)
    .where(lte(workFailures.retryAt, after(work.now, -staleMs)))
    .returning()
  for (const { kind, subject } of stale)
    await clearAlert(work, 'work_item_failing', alertSubject(kind, subject))
}

async function clearFailure(ctx: WorkItemContext, kind: string, subject: string) {
  const cleared = await ctx.db
    .delete(workFailures)
    .where(isOf(kind, subject))
    .returning({ kind: workFailures.kind })
  if (cleared.length > 0)
    await transact(ctx, (work) => clearAlert(work, 'work_item_failing', alertSubject(kind, subject)))
}

const isOf = (kind: string, subject: string) =>
  and(eq(workFailures.kind, kind), eq(workFailures.subject, subject))

const alertSubject = (kind: string, subject: string) => `${kind} ${subject}`
