import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'
import { startPostgres } from '../db/embedded.ts'
import { parseEnv } from './env.ts'
import { openLog } from './log.ts'

type Bundle = typeof import('./app.ts')
type Site = ReturnType<Bundle['createSite']>

const settings = parseEnv(process.env)
const log = openLog(settings.LOG_LEVEL)
const embedded = settings.DATABASE_URL ? undefined : await startPostgres(settings.DATA_DIR)
const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? ''

const http = createServer()
const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } }, appType: 'custom' })
const load = () => vite.ssrLoadModule('./server/app.ts') as Promise<Bundle>
const first = await load()
await first.prepareDatabase(databaseUrl, {
  sampleCatalog: settings.SAMPLE_CATALOG,
  timeZone: settings.TZ_SHOP,
})

let loaded: Bundle | undefined
let open: Awaited<ReturnType<Bundle['openShop']>> | undefined
let site: Promise<Site> | undefined

/** When server modules change, a new shop is opened; the old one's connections and jobs end first. */
async function currentSite(): Promise<Site> {
  const bundle = await load()
  if (site && bundle === loaded) return site
  loaded = bundle
  site = reopen(bundle)
  return site
}

async function reopen(bundle: Bundle): Promise<Site> {
  await open?.close()
  open = await bundle.openShop(settings, databaseUrl, log, { worker: true })
  return bundle.createSite(open, settings, {
    mode: 'development',
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as never,
  })
}

const listener = getRequestListener(
  async (request, bindings) => (await currentSite()).fetch(request, bindings),
  {
    errorHandler(error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      console.error(error)
      return new Response(String(error), { status: 500 })
    },
  },
)
http.on('request', (request, response) =>
  vite.middlewares(request, response, () => void listener(request, response)),
)
http.listen(settings.PORT, settings.HOST, () => console.log(`Developing on ${settings.PUBLIC_URL}`))

async function close() {
  await vite.close()
  await open?.close()
  await embedded?.stop()
  process.exit(0)
}
process.on('SIGINT', () => void close())
process.on('SIGTERM', () => void close())
