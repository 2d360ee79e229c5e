import { join } from 'node:path'
import type { Logger } from 'pino'
import { startDatabaseClock } from '#app/db/database-clock.server.ts'
import { openDb } from '#app/db/db.server.ts'
import { readOrMakeKey } from '#app/db/kept-key.server.ts'
import { sqlState } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { openCertifier } from '#app/features/certificates/store.server.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { createLimits } from '#app/http/limits.server.ts'
import { jobs } from '#app/jobs.server.ts'
import { startQueue } from '#app/jobs/queue.server.ts'
import { createLiveHub } from '#app/live/hub.server.ts'
import { liveTopics } from '#app/live-topics.server.ts'
import { createMailboxMailer } from '#app/mail/mailbox.server.ts'
import { createSmtpMailer } from '#app/mail/smtp.server.ts'
import { requireGatewayAccess } from '#app/payments/access.server.ts'
import { startAlarms } from './alarms.ts'
import type { Settings } from './env.ts'
import { openGateway } from './open-gateway.ts'

/** Everything the shop runs on, open; `close` ends it in the order that loses nothing. */
export type OpenShop = { shop: Shop; isReady: () => Promise<boolean>; close: () => Promise<void> }

/** Opens the shop on a migrated database. `worker` says whether this process also runs the jobs. */
export async function openShop(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
  { worker }: { worker: boolean },
): Promise<OpenShop> {
  const { db, pool } = openDb(databaseUrl, settings.DATABASE_CONNECTIONS)
  let isClosing = false
  // Only the code: the error carries the whole connection with it. While closing, lost connections are expected.
  pool.on(
    'error',
    (error) => isClosing || log.error({ code: sqlState(error) }, 'A database connection was lost'),
  )
  const clock = await startDatabaseClock(pool, log)
  const { now } = clock
  const live = createLiveHub({ pool, snapshot: liveTopics(db, now), log })
  const keyedHash = keyedHashOf(readOrMakeKey(settings.DATA_DIR, 'visitor.key'))
  const mailboxFolder = join(settings.DATA_DIR, 'mailbox')
  const foundation: Omit<Shop, 'enqueueIn'> = {
    ...{ db, now, live, log },
    announce: (topics) => live.announce(topics),
    gateway: openGateway(settings, { db, now, log }),
    mailer: settings.SMTP_URL
      ? createSmtpMailer({ url: settings.SMTP_URL, from: settings.MAIL_FROM })
      : createMailboxMailer({ folder: mailboxFolder, from: settings.MAIL_FROM, now }),
    mailboxFolder: settings.SMTP_URL ? null : mailboxFolder,
    limits: createLimits({ pool, on: settings.RATE_LIMITS === 'on', log, keyedHash }),
    keyedHash,
    publicUrl: settings.PUBLIC_URL,
    timeZone: settings.TZ_SHOP,
    schedulingWidgetUrl: settings.SCHEDULING_WIDGET_URL ?? null,
    dataDir: settings.DATA_DIR,
    certify: openCertifier(settings.DATA_DIR),
  }
  if (worker) await requireGatewayAccess(foundation)
  const queue = await startQueue({ connectionString: databaseUrl, jobs, shop: foundation, log, worker })
  const shop: Shop = { ...foundation, enqueueIn: queue.enqueueIn }
  const alarms = worker ? startAlarms(shop, queue) : undefined
  return {
    shop,
    isReady: async () => (await pool.query('select 1')).rowCount === 1,
    async close() {
      isClosing = true
      await alarms?.stop()
      await queue.stop()
      await live.close()
      await clock.stop()
      await pool.end()
    },
  }
}
