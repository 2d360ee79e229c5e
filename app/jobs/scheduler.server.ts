import type { Logger } from 'pino'
import type { Clock } from '#app/kit/clock.ts'

export type SchedulerSettings = {
  /**
   * The earliest instant at which something is due. Includes past ones that are not dealt with yet, so that a start
   * after a pause catches up. `undefined` when nothing is scheduled.
   */
  nextDue: () => Promise<Date | undefined>
  /**
   * Called once that instant has come. It should only queue the work, under a key that names it, so that when several
   * processes call it at the same time the work is done once.
   */
  startWork: () => Promise<void>
  /** The maximum time between two checks, in milliseconds: another process may have changed what is due. */
  maxWaitMs: number
  now: Clock
  log: Pick<Logger, 'error'>
}

export type Scheduler = {
  reschedule: () => void
  stop: () => Promise<void>
}

/** The work takes a moment before it is no longer due; checking earlier would find it due still. */
const firstRetryMs = 250

/**
 * Starts work in the second it is due: waits for the next due instant, starts the work, and looks for the next one.
 * Work that is still due afterwards is started again, with doubling delays. A failed check or start is logged and
 * retried in the same way.
 */
export function createScheduler(settings: SchedulerSettings): Scheduler {
  const { nextDue, startWork, maxWaitMs, now, log } = settings
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | undefined
  let isStopped = false
  let isRescheduled = false
  let awaited: number | undefined
  let startedFor: number | undefined
  let patienceMs = firstRetryMs

  function wake() {
    clearTimeout(timer)
    turn = takeTurn()
  }

  async function takeTurn(): Promise<void> {
    isRescheduled = false
    const waitMs = await check()
    if (isRescheduled && !isStopped) return takeTurn()
    turn = undefined
    if (isStopped) return
    timer = setTimeout(wake, Math.min(waitMs, maxWaitMs))
    timer.unref() // must not keep the process alive
  }

  /**
   * Starts the work if it is due, and returns how long to wait before the next check, in milliseconds. Never throws.
   */
  async function check(): Promise<number> {
    try {
      // Work that was waited for is started even when the check no longer returns it because it is in the past by now.
      const isTime = awaited !== undefined && awaited <= now().getTime()
      if (isTime) await startFor(awaited)
      const due = (await nextDue())?.getTime()
      const aheadMs = due === undefined ? maxWaitMs : due - now().getTime()
      awaited = aheadMs > 0 ? due : undefined
      if (aheadMs > 0 || due !== startedFor) patienceMs = firstRetryMs
      if (aheadMs > 0) return aheadMs
      if (!isTime || due !== startedFor) await startFor(due)
    } catch (error) {
      log.error({ err: error }, 'Scheduled work could not be looked up or started')
    }
    const waitMs = patienceMs
    patienceMs = Math.min(patienceMs * 2, maxWaitMs)
    return waitMs
  }

  async function startFor(due: number | undefined) {
    if (isStopped) return
    await startWork()
    startedFor = due
    awaited = undefined
  }

  wake()
  return {
    reschedule() {
      isRescheduled = true
      if (!turn && !isStopped) wake()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
