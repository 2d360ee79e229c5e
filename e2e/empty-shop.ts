// A shop of its own: another process on an empty PostgreSQL server, as an operator starts it for the first time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startPostgres } from '#db/embedded.ts'

/** `address` is by name, because passkeys belong to one; `ownerLink` opens the console the first time. */
export type EmptyShop = { address: string; ownerLink: string; close: () => Promise<void> }

/** Starts the built shop on a PostgreSQL server without tables, without the sample catalog. */
export async function openEmptyShop(): Promise<EmptyShop> {
  const folder = mkdtempSync(join(tmpdir(), 'paco-empty-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs under another account and has to pass through
  const server = await startPostgres(join(folder, 'server'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const shop = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      DATABASE_URL: server.url,
      DATA_DIR: join(folder, 'data'),
      WEB_PROCESSES: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    },
  })
  const ended = once(shop, 'exit')
  async function close() {
    shop.kill('SIGTERM')
    await ended
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: shop.stdout })) {
    const [ownerLink] = /http\S+\/staff\/setup\?key=\S+/.exec(line) ?? []
    if (ownerLink) {
      shop.stdout.resume()
      return { address, ownerLink, close }
    }
  }
  await close()
  throw new Error('The empty shop did not start: see above.')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const at = probe.address()
  probe.close()
  return typeof at === 'object' && at ? at.port : 0
}
