import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import type { Settings } from './env.ts'
import { createWebServer, drainServer } from './web-server.ts'

type Bundle = typeof import('./app.ts')

/** @throws Error with a sentence that says how to fix it, when the build is missing or damaged. */
export async function loadBundle(folder = process.cwd()): Promise<Bundle> {
  try {
    return (await import(pathToFileURL(join(folder, 'build/server/index.js')).href)) as Bundle
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The shop's build cannot be loaded (${why}). Make it anew: npm run build`, {
      cause: error,
    })
  }
}

export type WebProcess = {
  server: Server
  /** The path of the local mailbox, with the key that opens it from other machines; `null` when mail is sent. */
  mailboxPath: string | null
  /** The path of a one-time link for the first owner of the console; `null` once there is one. Ends earlier links. */
  firstOwnerPath: () => Promise<string | null>
  close: () => Promise<void>
}

/** `worker`: this process also runs jobs, as the first one does. @throws Error when the port is taken. */
export async function serve(
  { settings, databaseUrl, log, worker }: Served,
  listen: (server: Server, listening: () => void) => void,
): Promise<WebProcess> {
  const bundle = await loadBundle()
  const open = await bundle.openShop(settings, databaseUrl, log, { worker })
  const site = bundle.createSite(open, settings, { build: bundle as never, mode: 'production' })
  const server = createWebServer(site.fetch)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    listen(server, resolve)
  })
  return {
    server,
    mailboxPath: bundle.mailboxPath(open.shop),
    firstOwnerPath: () => bundle.firstOwnerPath(open.shop, 'shop start'),
    async close() {
      await Promise.all([
        open.windDown(),
        drainServer(server, {
          announce: site.startDraining,
          endStreams: site.drain,
          noticeMs: settings.DRAIN_SECONDS * 1_000,
        }),
      ])
      await open.close()
    },
  }
}

type Served = { settings: Settings; databaseUrl: string; log: Logger; worker: boolean }
