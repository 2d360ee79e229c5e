// A shop of a journey's own: another process, as an operator starts it for the first time or with other settings.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { databaseAddress, sqlOnShop } from './shop.ts'

/** `address` is by name, because passkeys belong to one; `folder` is where the shop keeps its data. */
export type OwnShop = { address: string; folder: string; close: () => Promise<void> }

/** `ownerLink` opens the console the first time. */
export type EmptyShop = OwnShop & { ownerLink: string }

/** Starts the built shop on an empty database, without the sample catalog. */
export async function openEmptyShop(): Promise<EmptyShop> {
  const shop = await startShop({ SAMPLE_CATALOG: 'no' }, /owner-link\.txt/)
  return { ...shop, ownerLink: readFileSync(join(shop.folder, 'owner-link.txt'), 'utf8').trim() }
}

/** Starts the built shop with the sample catalog and these settings. */
export function openShopWith(env: NodeJS.ProcessEnv): Promise<OwnShop> {
  return startShop({ SAMPLE_CATALOG: 'yes', ...env }, /The shop is open on/)
}

/** On a database of its own, made on the server of the shop of all journeys: to start another one takes longer. */
async function startShop(env: NodeJS.ProcessEnv, lastLine: RegExp): Promise<OwnShop> {
  const folder = mkdtempSync(join(tmpdir(), 'paco-own-'))
  const database = `own_${randomUUID().replaceAll('-', '')}`
  await sqlOnShop(`create database ${database}`)
  const port = await freePort()
  const address = `http://localhost:${port}`
  takeDrawnPictures(folder)
  const shop = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: folder,
      WEB_PROCESSES: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      DATABASE_URL: databaseAddress(database),
      ...env,
    },
  })
  const ended = once(shop, 'exit')
  async function close() {
    shop.kill('SIGTERM')
    await ended
    await sqlOnShop(`drop database ${database} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: shop.stdout }))
    if (lastLine.test(line)) {
      shop.stdout.resume()
      return { address, folder, close }
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
