// What the operator's command runs on: the database, the payment service, and a queue without workers.
import { userInfo } from 'node:os'
import { pino } from 'pino'
import { actAs } from '#app/access/act.server.ts'
import { type AuditEntry, recordAudit } from '#app/access/audit.server.ts'
import { awaitDatabase } from '#app/db/await-database.server.ts'
import { startDatabaseClock } from '#app/db/database-clock.server.ts'
import { openDb } from '#app/db/db.server.ts'
import { openShopKeys } from '#app/db/shop-keys.server.ts'
import { migrateDb } from '#app/db/migrate.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import type { Files } from '#app/files/file-store.ts'
import { openFiles } from '#app/files/open-files.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { type Queue, startQueue } from '#app/jobs/queue.server.ts'
import { createLiveHub } from '#app/live/hub.server.ts'
import { sellables } from '#app/sellables.server.ts'
import type { Settings } from '#server/env.ts'
import { openLog } from '#server/log.ts'
import { findFacts } from '#app/facts/facts.server.ts'
import { openGateway } from '#server/open-gateway.ts'
import { joinDatabase } from './join-database.ts'
import { operatorJobs } from './operator-jobs.ts'

/** The context of the operator's commands. `paymentCtx` is the shop as payment code sees it. */
export type Operator = {
  paymentCtx: PaymentContext
  /** Who runs the command, as named in the audit log. */
  actor: string
  sellables: Sellables
  queue: Queue
  timeZone: string
  /** What people sent. */
  files: Files
  /** The public URL of the shop, for links. */
  publicUrl: string
  /** Performs an action in one transaction and, unless it is refused, records it there. */
  act: <Done extends { ok: true }>(
    what: Omit<AuditEntry, 'actor'>,
    task: (work: UnitOfWork) => Promise<Done | Refusal>,
  ) => Promise<Done | Refusal>
  /** Records an action in a transaction of other code. */
  record: (work: Pick<UnitOfWork, 'tx' | 'now'>, what: Omit<AuditEntry, 'actor'>) => Promise<void>
  close: () => Promise<void>
}

/** Opens everything the command needs; `close` ends it, including the embedded database if this command started it. */
export async function openOperator(settings: Settings): Promise<Operator> {
  const { url: connectionString, stop } = await joinDatabase(settings)
  await awaitDatabase(connectionString, () => migrateDb(connectionString), {
    say: console.error,
    limitMs: 10_000,
  })

  const log = openLog('warn', pino.destination(2)) // what is said to the operator goes to standard output
  const { db, pool } = openDb(connectionString, 4)
  const clock = await startDatabaseClock(pool, log)
  const { now } = clock
  const timeZone = (await findFacts(db))?.timeZone ?? settings.TZ_SHOP
  const live = createLiveHub({ pool, snapshot: async () => undefined, log })
  const keys = await openShopKeys(db, now)
  const gateway = openGateway(settings, { db, now, log, webhookSecret: keys['payment-webhook'] })
  const foundation = { db, now, gateway, announce: (topics: Iterable<string>) => live.announce(topics) }
  const queue = await startQueue({
    connectionString,
    log,
    jobs: operatorJobs,
    worker: false,
    shop: {
      ...foundation,
      timeZone,
    } as unknown as Shop,
  })
  const paymentCtx = { ...foundation, enqueueIn: queue.enqueueIn }
  const actor = actorName(settings.OPERATOR_NAME, userInfo().username)
  const record: Operator['record'] = (work, what) => recordAudit(work, { ...what, actor })
  return {
    actor,
    paymentCtx,
    sellables,
    queue,
    record,
    timeZone,
    publicUrl: settings.PUBLIC_URL,
    files: openFiles(
      { dataDir: settings.DATA_DIR, bucket: settings.FILES_URL ?? null },
      keys['private-files'],
    ),
    act: (what, task) => actAs(paymentCtx, actor, what, task),
    async close() {
      await queue.stop()
      await live.close()
      await clock.stop()
      await pool.end()
      await stop()
    },
  }
}

/** The actor in the audit log: the account cannot be chosen, the name beside it is the person's own claim. */
export function actorName(name: string | undefined, account: string): string {
  return name ? `${name} (${account})` : account
}
