// Starts the shop: settings, database, migrations, sample catalogue, web server. Ends it without losing anything.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { startPostgres } from '../db/embedded.ts'
import { parseEnv, type Settings } from './env.ts'
import { openLog } from './log.ts'

type Bundle = typeof import('./app.ts')

const drainLimitMs = 10_000

try {
  await main(parseEnv(process.env))
} catch (error) {
  // A wrong setting, a folder in use, a database that does not answer: a sentence, not a stack.
  console.error(`The shop did not start.\n${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

async function main(settings: Settings) {
  const log = openLog(settings.LOG_LEVEL)
  const embedded = settings.DATABASE_URL ? undefined : await startPostgres(settings.DATA_DIR)
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? ''
  const bundle = (await import(pathToFileURL(join(process.cwd(), 'build/server/index.js')).href)) as Bundle
  await bundle.prepareDatabase(databaseUrl, {
    sampleCatalogue: settings.SAMPLE_CATALOGUE,
    timeZone: settings.TZ_SHOP,
  })
  const open = await bundle.openShop(settings, databaseUrl, log, { worker: true })
  const site = bundle.createSite(open, settings, { build: bundle as never, mode: 'production' })

  const server = createAdaptorServer({ fetch: site.fetch })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.PORT, settings.HOST, resolve)
  })
  const { port } = server.address() as AddressInfo
  log.info({ port, database: embedded ? 'embedded' : 'server' }, 'Shop open')
  console.log(`The shop is open on ${settings.PUBLIC_URL.replace(/:0$/, `:${port}`)}`)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'Shop closing')
    setTimeout(() => process.exit(1), drainLimitMs + 5_000).unref()
    site.drain()
    await new Promise((resolve) => {
      server.close(resolve)
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    })
    await open.close()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
}
