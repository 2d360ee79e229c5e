import type { Shop } from '#app/http/context.server.ts'
import { nextDropTransition } from '#app/features/drops/store/status-changes.server.ts'
import { nextExpiry } from '#app/features/checkout/store/hold.server.ts'
import { createScheduler } from '#app/jobs/scheduler.server.ts'
import type { Queue } from '#app/jobs/queue.server.ts'

const minute = 60_000

export function startSchedulers({ db, now, log }: Shop, queue: Queue) {
  const starterOf = (job: string) => () => queue.enqueue(job, {}, { once: 'due' })
  const schedulers = [
    createScheduler({
      nextDue: () => nextExpiry(db),
      startWork: starterOf('expire-holds'),
      maxWaitMs: minute,
      now,
      log,
    }),
    createScheduler({
      nextDue: () => nextDropTransition(db, now()),
      startWork: starterOf('apply-drop-transitions'),
      maxWaitMs: minute,
      now,
      log,
    }),
  ]
  return { stop: () => Promise.all(schedulers.map((scheduler) => scheduler.stop())) }
}
