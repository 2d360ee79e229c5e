import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { awaitDatabase } from '#app/db/await-database.server.ts'
import { namedOrigin } from '#app/http/client-address.server.ts'
import { startPostgres } from '../db/embedded.ts'
import { storeAssets } from './static-files.ts'
import { parseEnv, type Settings } from './env.ts'
import { openLog } from './log.ts'
import { startMoreProcesses } from './more-processes.ts'
import { loadBundle, serve } from './serve.ts'
import { forgetLink, tellLink } from './start-links.ts'

/** Jobs still running this long after the drain time are finished by the next start. */
const stopLimitMs = 15_000

try {
  await main(parseEnv(process.env, { isRoot: process.getuid?.() === 0 }))
} catch (error) {
  // A wrong setting, a folder in use or a silent database is reported in a sentence, without a stack trace.
  console.error(`The shop did not start.\n${wordsOf(error)}`)
  process.exit(1)
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isTaken = 'code' in error && error.code === 'EADDRINUSE'
  return isTaken
    ? `${error.message}. End the program that listens there, or set PORT to another number.`
    : error.message
}

/** It is closed to others; where PostgreSQL runs under an account of its own, as for root, that passes through and lists nothing. */
function openFolder({ DATA_DIR: dataDir, DATABASE_URL }: Settings) {
  const isPassed = process.getuid?.() === 0 && !DATABASE_URL
  try {
    mkdirSync(dataDir, { recursive: true, mode: isPassed ? 0o711 : 0o700 })
  } catch (error) {
    throw new Error(`The folder ${dataDir} (DATA_DIR) cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Beside its pool, each process has three for the job queue and one that listens; twenty are for commands, backups and administration. */
function connectionsNeeded({ WEB_PROCESSES, DATABASE_CONNECTIONS }: Settings): number {
  return WEB_PROCESSES * (DATABASE_CONNECTIONS + 4) + 20
}

async function main(settings: Settings) {
  const log = openLog(settings.LOG_LEVEL)
  openFolder(settings)
  try {
    storeAssets(settings.DATA_DIR, new Date())
  } catch (error) {
    log.warn(
      { err: error },
      'The files of this version cannot be stored: pages open now may break at the next',
    )
  }
  const embedded = settings.DATABASE_URL
    ? undefined
    : await startPostgres(settings.DATA_DIR, {
        settings: { max_connections: String(Math.max(100, connectionsNeeded(settings))) },
        say: (sentence) => log.warn(sentence),
      })
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? ''
  const { prepareDatabase } = await loadBundle()
  const prepare = () =>
    prepareDatabase(databaseUrl, {
      sampleCatalog: settings.SAMPLE_CATALOG,
      timeZone: settings.TZ_SHOP,
    })
  await awaitDatabase(databaseUrl, prepare, { say: console.error })
  const first = await serve({ settings, databaseUrl, log, worker: true }, (server, on) =>
    server.listen(settings.PORT, settings.HOST, on),
  )
  const { server } = first
  const more = startMoreProcesses(settings.WEB_PROCESSES - 1, { server, databaseUrl, log })
  const { port } = server.address() as AddressInfo
  log.info({ port, database: embedded ? 'embedded' : 'server' }, 'Shop open')
  const address = settings.PUBLIC_URL.replace(/:0$/, `:${port}`)
  console.log(`The shop is open on ${address}`)
  const { DATA_DIR: dataDir } = settings
  const terminal = { dataDir, isTerminal: process.stdout.isTTY, say: console.log }
  const mails = 'Mails are kept in files and not sent. Whoever has this link reads them'
  if (first.mailboxPath === null) forgetLink(dataDir, 'mailbox-link.txt')
  else tellLink(terminal, 'mailbox-link.txt', mails, `${address}${first.mailboxPath}`)
  const owner =
    'Nobody runs the console yet. Whoever opens this link first becomes its owner; it works once, for a day'
  const ownerPath = await first.firstOwnerPath()
  if (ownerPath === null) forgetLink(dataDir, 'owner-link.txt')
  else tellLink(terminal, 'owner-link.txt', owner, `${namedOrigin(address)}${ownerPath}`)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'Shop closing')
    setTimeout(() => process.exit(1), settings.DRAIN_SECONDS * 1_000 + stopLimitMs).unref()
    await Promise.all([more.close(), first.close()])
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
}
