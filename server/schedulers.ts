import type { Shop } from '#app/http/context.server.ts'
import { nextDropTransition } from '#app/features/drops/store.server.ts'
import { nextExpiry } from '#app/features/checkout/store.server.ts'
import { createScheduler } from '#app/jobs/scheduler.server.ts'
import type { Queue } from '#app/jobs/queue.server.ts'

const minute = 60_000

/** Starts the jobs that run at a given second: ending holds, and opening and closing drops. */
export function startSchedulers({ db, now, log }: Shop, queue: Queue) {
  const ring = (job: string) => () => queue.enqueue(job, {}, { once: 'due' })
  const alarms = [
    createScheduler({
      nextDue: () => nextExpiry(db),
      ring: ring('expire-holds'),
      maxWaitMs: minute,
      now,
      log,
    }),
    createScheduler({
      nextDue: () => nextDropTransition(db, now()),
      ring: ring('apply-drop-transitions'),
      maxWaitMs: minute,
      now,
      log,
    }),
  ]
  return { stop: () => Promise.all(alarms.map((alarm) => alarm.stop())) }
}
