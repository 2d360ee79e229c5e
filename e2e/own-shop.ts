// A shop of a journey's own: another process, as an operator starts it for the first time or with other settings.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startPostgres } from '#db/embedded.ts'

/** `address` is by name, because passkeys belong to one; `folder` is where the shop keeps its data. */
export type OwnShop = { address: string; folder: string; close: () => Promise<void> }

/** `ownerLink` opens the console the first time. */
export type EmptyShop = OwnShop & { ownerLink: string }

/** Starts the built shop on a PostgreSQL server without tables, without the sample catalog. */
export async function openEmptyShop(): Promise<EmptyShop> {
  const folder = newFolder()
  const server = await startPostgres(join(folder, 'server'))
  const shop = await startShop(
    { folder, env: { DATABASE_URL: server.url }, lastLine: /owner-link\.txt/ },
    () => server.stop(),
  )
  return { ...shop, ownerLink: readFileSync(join(shop.folder, 'owner-link.txt'), 'utf8').trim() }
}

/** Starts the built shop with the sample catalog and these settings. */
export function openShopWith(env: NodeJS.ProcessEnv): Promise<OwnShop> {
  return startShop({ folder: newFolder(), env, lastLine: /The shop is open on/ })
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paco-own-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs under another account and has to pass through
  return folder
}

type Start = { folder: string; env: NodeJS.ProcessEnv; lastLine: RegExp }

async function startShop({ folder, env, lastLine }: Start, alsoClose?: () => Promise<unknown>) {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const data = join(folder, 'data')
  takeDrawnPictures(data)
  const shop = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: data,
      WEB_PROCESSES: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      DATABASE_URL: '',
      ...env,
    },
  })
  const ended = once(shop, 'exit')
  async function close() {
    shop.kill('SIGTERM')
    await ended
    await alsoClose?.()
    rmSync(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: shop.stdout }))
    if (lastLine.test(line)) {
      shop.stdout.resume()
      return { address, folder: data, close }
    }
  await close()
  throw new Error('The shop did not start: see above.')
}

/** Pictures are named after what they are drawn from: those that the shop of all journeys has drawn are good for this one, too. */
function takeDrawnPictures(data: string) {
  const drawn = join(process.env.E2E_DATA_DIR ?? '', 'art')
  if (!existsSync(drawn)) return
  cpSync(drawn, join(data, 'art'), { recursive: true, filter: (file) => !file.endsWith('.draft') })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const at = probe.address()
  probe.close()
  return typeof at === 'object' && at ? at.port : 0
}
