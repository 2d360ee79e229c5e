import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { closedPagesOf } from '#app/closed-pages.server.ts'
import { createArtCache } from '#app/art/art-cache.server.ts'
import { awaitDatabase } from '#app/db/await-database.server.ts'
import { startDatabaseClock, openShopKeys } from '#app/db/clock-and-keys.server.ts'
import { openDb } from '#app/db/db.server.ts'
import { openFiles } from '#app/files/open-files.server.ts'
import { type Shop, withQueue } from '#app/http/context.server.ts'
import { certificateCode } from '#app/features/certificates/store/code.server.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { createLimits } from '#app/http/limits.server.ts'
import { jobs } from '#app/jobs.server.ts'
import { enqueueIn } from '#app/jobs/jobs.server.ts'
import { startQueue } from '#app/jobs/queue.server.ts'
import { createLiveHub } from '#app/live/hub.server.ts'
import { liveTopics } from '#app/live-topics.server.ts'
import { listSearchEntries } from '#app/search-entries.server.ts'
import { createMailboxMailer, type Mailer, createSmtpMailer } from '#app/mail/mailer.server.ts'
import { openFacts } from '#app/facts/facts.server.ts'
import { requireGatewayAccess } from '#app/gateway/payment-context.server.ts'
import { createAuthorizeNetGateway } from '#app/gateway/authorize-net/gateway.server.ts'
import type { PaymentGateway } from '#app/gateway/gateway.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { createSandboxGateway } from '#app/gateway/sandbox.server.ts'
import type { Settings } from './env.ts'

export type OpenShop = {
  shop: Shop
  isReady: () => Promise<boolean>
  windDown: () => Promise<void>
  close: () => Promise<void>
}

/** A probe waits no longer than this for the database, in milliseconds: its caller gives up then as well. */
const readyMs = 1_500

/** Waits for the migrated database. `worker`: this process also runs jobs. */
export function openShop(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
  { worker }: { worker: boolean },
): Promise<OpenShop> {
  const say = (sentence: string) => log.warn(sentence)
  return awaitDatabase(databaseUrl, () => open(settings, databaseUrl, log, worker), { say })
}

async function open(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
  worker: boolean,
): Promise<OpenShop> {
  const { db, pool } = openDb(databaseUrl, settings.DATABASE_CONNECTIONS)
  // Whatever was opened is closed in reverse order, also when opening the rest fails.
  const closing: (() => Promise<unknown>)[] = [() => pool.end()]
  let isClosing = false
  const close = async () => {
    isClosing = true
    for (const end of closing.toReversed()) await end()
  }
  // While closing, lost connections are expected.
  pool.on('error', (error) => isClosing || log.error({ err: error }, 'A database connection was lost'))
  try {
    const clock = await startDatabaseClock(pool)
    closing.push(() => clock.stop())
    const { now } = clock
    const keys = await openShopKeys(db, now)
    const live = createLiveHub({ pool, snapshot: liveTopics(db, now), log })
    closing.push(() => live.close())
    const { facts, close: closeFacts } = await openFacts(db, live, settings.TZ_SHOP)
    closing.push(async () => closeFacts())
    const closedPages = closedPagesOf(db, now, facts)
    const keyedHash = keyedHashOf(keys.visitor)
    const mailboxFolder = join(settings.DATA_DIR, 'mailbox')
    const mailer: Mailer = settings.SMTP_URL
      ? createSmtpMailer({ url: settings.SMTP_URL, from: settings.MAIL_FROM })
      : createMailboxMailer({ folder: mailboxFolder, from: settings.MAIL_FROM, now })
    closing.push(async () => mailer.close?.())
    const foundation: Omit<Shop, 'enqueueIn'> = {
      db,
      now,
      live,
      log,
      announce: (topics) => live.announce(topics),
      sign: keyedHashOf(keys['private-links']),
      gateway: openGateway(settings, { db, now, log }),
      mailer,
      mailboxFolder: settings.SMTP_URL ? null : mailboxFolder,
      limits: createLimits({ pool, on: settings.RATE_LIMITS === 'on', log, keyedHash }),
      keyedHash,
      publicUrl: settings.PUBLIC_URL,
      facts,
      closedPages,
      get timeZone() {
        return facts().timeZone
      },
      schedulingWidgetUrl: settings.SCHEDULING_WIDGET_URL ?? null,
      dataDir: settings.DATA_DIR,
      files: openFiles(
        { dataDir: settings.DATA_DIR, bucket: settings.FILES_URL ?? null },
        keys['private-files'],
      ),
      searchEntries: async () => listSearchEntries(db, now(), await closedPages()),
      artwork: createArtCache(join(settings.DATA_DIR, 'art')),
      certify: (slug, number) => certificateCode(keys.certificate, slug, number),
      earlyAccessKey: keys['early-access'],
    }
    if (worker) await requireGatewayAccess(foundation)
    const shop = withQueue(foundation, enqueueIn)
    const queue = worker ? await startQueue(jobs, shop, log) : undefined
    closing.push(async () => queue?.stop())
    const windDown = async () => queue?.windDown()
    const isReady = () =>
      Promise.race([pool.query('select 1').then(() => true), sleep(readyMs, false, { ref: false })])
    return { shop, isReady, windDown, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openGateway(
  { payments, GATEWAY_TIMEOUT_MS: timeoutMs }: Settings,
  { db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>,
): PaymentGateway {
  switch (payments.gateway) {
    case 'authorize-net':
      return createAuthorizeNetGateway({ account: payments.account, timeoutMs, log, now })
    case 'manual':
      return createManualGateway({ db, now, ...payments })
    case 'sandbox':
      return createSandboxGateway({ db, timeoutMs, now })
  }
}
