import type { Logger } from 'pino'
import type { Clock } from '#app/kit/clock.ts'

/** What the alarm asks and whom it wakes. */
export type SchedulerSettings = {
  /**
   * The earliest instant at which something is due. With past ones that are not dealt with yet, so that a start after
   * a pause catches up. `undefined`: nothing is in sight.
   */
  nextDue: () => Promise<Date | undefined>
  /**
   * Called once that instant has come. It should only queue the work, under a key that names it, so that of several
   * processes that ring at the same time one does it.
   */
  ring: () => Promise<void>
  /** Asks again after this long at the latest, in milliseconds: another process may have moved what is due. */
  maxWaitMs: number
  now: Clock
  log: Pick<Logger, 'error'>
}

/** A running alarm. */
export type Scheduler = {
  /** Asks again at once: what is due has just been changed. */
  reschedule: () => void
  /** Rings no more. Resolves when a question or a ring that is under way has ended. */
  stop: () => Promise<void>
}

/** The work needs a moment after a ring before it is no longer due; asking meanwhile would find it due still. */
const firstRetryMs = 250

/**
 * Makes things happen on the second at which they are due: waits for the next due instant, rings, and asks for the next
 * one. What is still due after a ring is rung for again, each time after twice as long. A failed question or ring is
 * logged and tried again in the same way.
 */
export function createScheduler(settings: SchedulerSettings): Scheduler {
  const { nextDue, ring, maxWaitMs, now, log } = settings
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | undefined
  let isStopped = false
  let isPoked = false
  let awaited: number | undefined
  let rungFor: number | undefined
  let patienceMs = firstRetryMs

  function wake() {
    clearTimeout(timer)
    turn = takeTurn()
  }

  async function takeTurn(): Promise<void> {
    isPoked = false
    const waitMs = await ask()
    if (isPoked && !isStopped) return takeTurn()
    turn = undefined
    if (isStopped) return
    timer = setTimeout(wake, Math.min(waitMs, maxWaitMs))
    timer.unref() // never what keeps the process alive
  }

  /** Rings if it is time, and tells how long to wait before asking again, in milliseconds. Never throws. */
  async function ask(): Promise<number> {
    try {
      // What was waited for is rung for even when the question would pass over it because it lies in the past by now.
      const isTime = awaited !== undefined && awaited <= now().getTime()
      if (isTime) await ringFor(awaited)
      const due = (await nextDue())?.getTime()
      const aheadMs = due === undefined ? maxWaitMs : due - now().getTime()
      awaited = aheadMs > 0 ? due : undefined
      if (aheadMs > 0 || due !== rungFor) patienceMs = firstRetryMs
      if (aheadMs > 0) return aheadMs
      if (!isTime || due !== rungFor) await ringFor(due)
    } catch (error) {
      log.error({ err: error }, 'An alarm could not ask or ring')
    }
    const waitMs = patienceMs
    patienceMs = Math.min(patienceMs * 2, maxWaitMs)
    return waitMs
  }

  async function ringFor(due: number | undefined) {
    if (isStopped) return
    await ring()
    rungFor = due
    awaited = undefined
  }

  wake()
  return {
    reschedule() {
      isPoked = true
      if (!turn && !isStopped) wake()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
