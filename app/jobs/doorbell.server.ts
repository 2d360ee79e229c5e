import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#app/db/db.server.ts'
import { statement } from '#app/db/statement.server.ts'

/** What the doorbell asks and whom it wakes. */
export type DoorbellSettings = {
  db: Db
  /** The queues whose workers it can wake. */
  queues: readonly string[]
  /** Called with each queue in which a job may begin. Workers that are busy look once more when they are done. */
  ring: (queue: string) => void
  log: Pick<Logger, 'error'>
}

/** A running doorbell. */
export type Doorbell = {
  /** Rings no more. Resolves when a question that is under way has ended. */
  stop: () => Promise<void>
}

/** A person may be waiting for the mail that a job sends. */
const askEveryMs = 500

/**
 * Asks for all queues at once which of them have a job that may begin, twice a second, and wakes their workers. Each
 * queue asking for itself would be some fifty statements a second in a shop that has nothing to do.
 */
export function openDoorbell({ db, queues, ring, log }: DoorbellSettings): Doorbell {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function turn() {
    try {
      for (const queue of await listReady(db, queues)) if (!isStopped) ring(queue)
    } catch (error) {
      log.error({ err: error }, 'The queues could not be asked for work')
    }
    if (isStopped) return
    timer = setTimeout(() => {
      asking = turn()
    }, askEveryMs)
    timer.unref() // never what keeps the process alive
  }
  let asking = turn()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await asking
    },
  }
}

// By name, so that each is one look into the queue's own index, however many jobs wait in another.
const ready = statement<{ queue: string }>(
  () => sql`
    select queue from jsonb_array_elements_text(${sql.placeholder('queues')}::jsonb) queue
    where exists (
      select from pgboss.job
      where job.name = queue and job.state < 'active' and not job.blocked and job.start_after <= pgboss.job_now()
    )`,
)

/** Those of the queues in which a job waits whose time has come. */
async function listReady(db: Db, queues: readonly string[]): Promise<string[]> {
  return (await ready(db, { queues: JSON.stringify(queues) })).map(({ queue }) => queue)
}
