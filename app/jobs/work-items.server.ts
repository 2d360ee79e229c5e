import { notInArray, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import { type AppContext, transact } from '#app/db/db.server.ts'
import { after } from '#app/kit/clock.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import { countOf } from '#app/kit/text.ts'
import { retryMs } from './job.ts'

export type WorkItemContext = AppContext & { log?: Pick<Logger, 'error'> }

export type WorkItems<Item> = {
  kind: string
  items: readonly Item[]
  subjectOf: (item: Item) => string
  run: (item: Item) => Promise<unknown>
  signal?: AbortSignal | undefined
}

type Failing = { failures: number; retryAt: Date }

/** The items of each kind that failed in this process, until they succeed. Another process finds out for itself. */
const failing = new Map<string, Map<string, Failing>>()

const alertAfter = 3

/** One that fails is retried with growing delays, raises an alert, and blocks no other: lists use `notBackingOff`. */
export async function runWorkItems<Item>(ctx: WorkItemContext, work: WorkItems<Item>): Promise<void> {
  const { kind, items, subjectOf, run, signal } = work
  for (const item of items) {
    if (signal?.aborted) return
    const subject = subjectOf(item)
    try {
      await run(item)
      await noteSuccess(ctx, kind, subject)
    } catch (error) {
      ctx.log?.error({ work: kind, subject, ...describeFault(error) }, 'A work item failed')
      await noteFailure(ctx, kind, subject, error)
    }
  }
}

export function notBackingOff(kind: string, subject: PgColumn, now: Date): SQL | undefined {
  const waiting = [...(failing.get(kind) ?? [])].flatMap(([id, { retryAt }]) => (retryAt > now ? [id] : []))
  return waiting.length > 0 ? notInArray(subject, waiting) : undefined
}

async function noteFailure(ctx: WorkItemContext, kind: string, subject: string, error: unknown) {
  const ofKind = failing.get(kind) ?? new Map<string, Failing>()
  const failures = (ofKind.get(subject)?.failures ?? 0) + 1
  failing.set(kind, ofKind.set(subject, { failures, retryAt: after(ctx.now(), retryMs(failures)) }))
  if (failures < alertAfter) return
  const detail = `It failed ${countOf(failures, 'time')}: ${describeFault(error).fault}`
  await transact(ctx, (work) =>
    raiseAlert(work, { kind: 'work_item_failing', subject: `${kind} ${subject}`, detail }),
  )
}

async function noteSuccess(ctx: WorkItemContext, kind: string, subject: string) {
  const failures = failing.get(kind)?.get(subject)?.failures ?? 0
  failing.get(kind)?.delete(subject)
  if (failures >= alertAfter)
    await transact(ctx, (work) => clearAlert(work, 'work_item_failing', `${kind} ${subject}`))
}
