// npm run fuzz: thousands of requests that no page of ours sends, to a shop of its own on this machine. Nothing may be a
// fault of ours: no answer of 500 or above, no trace of the inside, no text repeated unescaped, no private page kept.
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startShop } from '../bench/lib/shop-process.ts'
import { type Answer, openClient, type Request } from './client.ts'
import { faultsOf } from './faults.ts'
import { openReport } from './report.ts'
import { openRequests } from './requests.ts'
import { patternOf } from './routes.ts'
import { walkConsole } from './walk-console.ts'
import { walk } from './walk.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** The number of the first request: with `--requests 1`, one request again. */
    first: { type: 'string', default: '0' },
    /** How many at a time: fewer than the shop refuses as too many. */
    lanes: { type: 'string', default: '4' },
    /** The console, as an owner who is signed in, in place of the public site. */
    staff: { type: 'boolean', default: false },
    /** Another checkout, built. */
    shop: { type: 'string', default: '.' },
  },
})
const [count, seed, first, lanes] = [values.requests, values.seed, values.first, values.lanes].map(Number)
if (![count, seed, first, lanes].every(Number.isInteger)) {
  console.error(
    'Usage: npm run fuzz -- [--requests 20000] [--seed n] [--first n] [--lanes 4] [--staff] [--shop <built checkout>]',
  )
  process.exit(2)
}
const folder = resolve(values.shop)
const scratch = mkdtempSync(join(tmpdir(), 'paco-fuzz-'))
const log = join(scratch, 'log')

const shop = await startShop({
  folder,
  log: openSync(log, 'w'),
  // All of it comes from one address, and no order waits for the sandbox's silence.
  env: { RATE_LIMITS: 'off', GATEWAY_TIMEOUT_MS: '400', DATABASE_URL: '', SAMPLE_CATALOG: 'yes' },
})
const client = openClient(shop.url, lanes ?? 1)
try {
  const report = openReport()
  const site = await walk(shop, client)
  const desk = values.staff ? await walkConsole(shop, client) : undefined
  const material = desk?.material ?? site
  const requestOf = openRequests(shop.url, seed ?? 0, material)
  console.log(`Seed ${seed}: ${count} requests to ${folder}, ${material.links.length} links in hand.`)
  const folders = [folder, shop.dataDir]
  let next = first ?? 0
  const end = next + (count ?? 0)
  await Promise.all(
    Array.from({ length: lanes ?? 1 }, async () => {
      while (next < end) {
        const number = next++
        const request = requestOf(number)
        const answer = await client.send(request)
        await desk?.signInAgain(request, answer)
        const faults = faultsOf(request, answer, folders)
        report.note(patternOf(request.path), answer)
        for (const fault of faults) report.fault(fault, describe(number, request, answer))
      }
    }),
  )
  const ready = await client.send({ method: 'GET', path: '/readyz', headers: {} })
  if (ready.status !== 200) report.fault('the shop is not ready any more', `/readyz answered ${ready.status}`)
  report.print()
  process.exitCode = report.faults() > 0 ? 1 : 0
} finally {
  client.close()
  await shop.stop()
  rmSync(scratch, { recursive: true, force: true })
}

/** What is needed to find the fault: the request to send again, and what the shop's log says of it. */
function describe(number: number, { method, path, body }: Request, { headers }: Answer): string {
  const id = String(headers['x-request-id'] ?? 'no id')
  const said = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes(id))
  return [
    `#${number} ${method} ${path.slice(0, 200)}`,
    body && JSON.stringify(String(body).slice(0, 300)),
    ...said.slice(0, 2),
  ]
    .filter(Boolean)
    .join('\n      ')
}
