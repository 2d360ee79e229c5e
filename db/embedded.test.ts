import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Embedded, joinOrStartPostgres, openBoundedLog, startPostgres } from './embedded.ts'

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'paco-embedded-'))
  chmodSync(made, 0o755) // PostgreSQL runs under another account when we are root
  return made
}
const fast = { fsync: 'off' }

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])

const patient = { timeout: 20_000, interval: 50 }

const dataDir = folder()
let postgres: Embedded
const say = vi.fn<(sentence: string) => void>()

/** A folder whose server has been stopped again. */
let stopped: Promise<string>

async function stoppedFolder(): Promise<string> {
  const other = folder()
  const made = await startPostgres(other, { settings: fast, say })
  await made.stop()
  return other
}

/** Its copy, with its owners: making a cluster takes longer than copying one. */
async function copyOfStopped(copy: string): Promise<string> {
  spawnSync('cp', ['-a', await stopped, copy])
  return copy
}

/** Waits for the lock of the data in vain, beside the other tests. */
let startBesideAnother: Awaited<ReturnType<typeof startWhileLocked>>

beforeAll(async () => {
  postgres = await startPostgres(dataDir, { settings: fast, say })
  stopped = stoppedFolder()
  await stopped
  if (process.platform === 'linux') startBesideAnother = await startWhileLocked()
}, 60_000)

/** Starts on data whose lock another process holds. Answers before it ends. */
async function startWhileLocked() {
  const other = await copyOfStopped(join(folder(), 'locked'))
  const holder = spawn('flock', [join(other, 'pg.lock'), 'sleep', '60'], { detached: true })
  await vi.waitFor(() => expect(holder.pid).toBeGreaterThan(0), patient)
  await vi.waitFor(() => expect(readFileSync('/proc/locks', 'utf8')).toContain(String(holder.pid)), patient)
  return {
    ended: startPostgres(other, { say }).then(() => 'started', String),
    release: () => {
      process.kill(-(holder.pid ?? 0))
      rmSync(dirname(other), { recursive: true })
    },
  }
}

afterAll(async () => {
  await postgres.stop()
  for (const used of [dataDir, await stopped]) rmSync(used, { recursive: true, force: true })
})

test('a killed server is restarted on the same address with its data', async () => {
  await ask(postgres.url, 'create table kept as select 7 as n')
  const first = postmasterOf(dataDir)
  process.kill(first, 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await ask(postgres.url, 'select n from kept')).toEqual({ n: 7 })
    expect(postmasterOf(dataDir)).not.toBe(first)
  }, patient)
  await vi.waitFor(
    () =>
      expect(say.mock.calls.flat()).toEqual([
        expect.stringContaining('ended by itself'),
        'The embedded PostgreSQL answers again.',
      ]),
    patient,
  )
  // More than once, too.
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await vi.waitFor(async () => expect(await ask(postgres.url, 'select 1 as n')).toEqual({ n: 1 }), patient)
})

test('it is reached by a socket file, and one that a killed server left behind is removed', async () => {
  const sockets = () => readdirSync(join(dataDir, 'pg')).filter((name) => name.startsWith('.s.PGSQL.'))
  const { port, searchParams } = new URL(postgres.url)
  expect(searchParams.get('host')).toBe(join(dataDir, 'pg'))
  expect(await ask(postgres.url, 'select inet_client_addr() as from')).toEqual({ from: null })

  writeFileSync(join(dataDir, 'pg', '.s.PGSQL.1'), '')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await vi.waitFor(
    () => expect(sockets().toSorted()).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]),
    patient,
  )
  await vi.waitFor(async () => expect(await ask(postgres.url, 'select 1 as n')).toEqual({ n: 1 }), patient)
})

test('where a folder holds no sockets, it is reached over loopback', async () => {
  const deep = await copyOfStopped(join(folder(), 'd'.repeat(100)))
  onTestFinished(() => rmSync(dirname(deep), { recursive: true }))
  const other = await startPostgres(deep, { settings: fast, say })
  onTestFinished(() => other.stop())
  expect(new URL(other.url).searchParams.has('host')).toBe(false)
  expect(await ask(other.url, 'select 1 as n')).toEqual({ n: 1 })
})

test('the log is readable by the operator only, and has no values', async () => {
  await ask(postgres.url, 'create table mailboxes (mailbox text unique)').catch(() => {})
  const twice = "insert into mailboxes values ('pat@example.com'), ('pat@example.com')"
  await expect(ask(postgres.url, twice)).rejects.toThrow('duplicate key')
  const file = join(dataDir, 'postgres.log')
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('duplicate key'), patient)
  expect(readFileSync(file, 'utf8')).not.toContain('pat@example.com')
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a server that is about to end is waited for', async () => {
  const other = await stopped
  const leaving = await startPostgres(other, { settings: fast, say })
  const look = vi.spyOn(pg.Client.prototype, 'end')
  onTestFinished(() => look.mockRestore())
  const starting = startPostgres(other, { settings: fast, say })
  await vi.waitFor(() => expect(look).toHaveBeenCalled(), patient)
  await leaving.stop()
  const next = await starting
  onTestFinished(() => next.stop())
  expect(await ask(next.url, 'select 1 as n')).toEqual({ n: 1 })
})

test('a folder in use is refused, and named', async () => {
  await expect(startPostgres(dataDir, { say })).rejects.toThrow(`is in use by process ${process.pid}`)
})

test("a start that cannot work fails at once, in PostgreSQL's own words", async () => {
  const other = await stopped
  const begun = performance.now()
  await expect(startPostgres(other, { settings: { shared_buffers: 'plenty' }, say })).rejects.toThrow(
    /did not start:[^]*shared_buffers/,
  )
  expect(performance.now() - begun).toBeLessThan(20_000)
})

test('data of another major version is refused in a sentence', async () => {
  const other = await stopped
  const version = join(other, 'pg', 'PG_VERSION')
  const right = readFileSync(version)
  writeFileSync(version, '17\n')
  onTestFinished(() => writeFileSync(version, right))
  await expect(startPostgres(other, { say })).rejects.toThrow('was made by PostgreSQL 17')
})

test('a folder whose database is missing is refused, and no empty one takes its place', async () => {
  const home = await stopped
  renameSync(join(home, 'pg'), join(home, 'elsewhere'))
  onTestFinished(() => renameSync(join(home, 'elsewhere'), join(home, 'pg')))
  await expect(startPostgres(home, { settings: fast, say })).rejects.toThrow(
    `The database of ${home} is missing: it belongs in ${join(home, 'pg')}.`,
  )
  expect(existsSync(join(home, 'pg'))).toBe(false)
})

test("a copied folder does not lead to the original's running database", async () => {
  const home = await stopped
  const copy = await copyOfStopped(`${home}-copy`)
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const original = await startPostgres(home, { settings: fast, say })
  onTestFinished(() => original.stop())
  copyFileSync(join(home, 'database.port'), join(copy, 'database.port'))
  const joined = await joinOrStartPostgres(copy)
  onTestFinished(() => joined.stop())
  expect(await ask(joined.url, 'show data_directory')).toEqual({ data_directory: join(copy, 'pg') })
})

test.runIf(process.platform === 'linux')(
  'data that a server of another container still uses is left alone',
  async () => {
    onTestFinished(() => startBesideAnother.release())
    expect(await startBesideAnother.ended).toMatch(/is in use by process \d+ on .*Stop that process first/)
  },
)

test('without locks on files, a server that begins leaves the sockets of a running one alone', async () => {
  const bin = folder()
  for (const program of ['sh', 'cat', 'rm', 'cp', 'env'])
    symlinkSync(
      spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim(),
      join(bin, program),
    )
  const home = await copyOfStopped(join(folder(), 'lockless'))
  const { PATH } = process.env
  process.env.PATH = bin
  onTestFinished(() => {
    process.env.PATH = PATH
    for (const used of [bin, dirname(home)]) rmSync(used, { recursive: true })
  })
  const running = await startPostgres(home, { settings: fast, say })
  onTestFinished(() => running.stop())
  rmSync(join(home, 'database.port')) // it has not said where it is yet
  await expect(startPostgres(home, { settings: fast, say })).rejects.toThrow('postmaster.pid')
  expect(await ask(running.url, 'select inet_client_addr() as from')).toEqual({ from: null })
})

test('a log has a maximum size', () => {
  const file = join(folder(), 'some.log')
  const log = openBoundedLog(file, 100)
  for (let line = 0; line < 50; line++) log.write(`line ${line} of many\n`)
  expect(statSync(file).size + statSync(`${file}.1`).size).toBeLessThan(300)
  expect(readFileSync(file, 'utf8')).toContain('line 49')
  expect(log.lastWords()).toContain('line 49 of many')
  const again = openBoundedLog(file, 100) // a restart goes on where it was
  for (let line = 50; line < 60; line++) again.write(`line ${line} of many\n`)
  expect(statSync(file).size).toBeLessThan(200)
})

test('it can be stopped while it is started again', async () => {
  const other = await stopped
  const server = await startPostgres(other, { settings: fast, say })
  const first = postmasterOf(other)
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(postmasterOf(other)).not.toBe(first), { ...patient, interval: 1 })
  await server.stop()
  expect(existsSync(join(other, 'pg', 'postmaster.pid'))).toBe(false)
})

/** A process of its own that runs the server of a folder. */
async function startedShop(home: string, account: { uid?: number; gid?: number } = {}) {
  const start = `const { startPostgres } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
    await startPostgres(process.argv[1], { settings: { fsync: 'off' } })
    console.log('started')
    setInterval(() => {}, 1_000)`
  const shop = spawn(process.execPath, ['--input-type=module', '-e', start, home], {
    ...account,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shop.stdout, 'data')
  return shop
}

test.runIf(process.getuid?.() === 0)(
  'a folder whose server runs under an account of its own is in use for root, too',
  async () => {
    const home = folder()
    const nobody = { uid: 65_534, gid: 65_534 }
    chownSync(home, nobody.uid, nobody.gid)
    chmodSync(home, 0o700)
    const shop = await startedShop(home, nobody)
    onTestFinished(async () => {
      shop.kill()
      await once(shop, 'exit')
      await vi.waitFor(() => expect(existsSync(join(home, 'pg', 'postmaster.pid'))).toBe(false), patient)
      rmSync(home, { recursive: true })
    })
    await expect(startPostgres(home, { say })).rejects.toThrow(`is in use by process ${shop.pid}`)
    const joined = await joinOrStartPostgres(home)
    expect(await ask(joined.url, 'show data_directory')).toEqual({ data_directory: join(home, 'pg') })
  },
)

test('a shop that is killed takes its server along, and the next one starts on the same data', async () => {
  const other = await stopped
  const shop = await startedShop(other)
  const left = postmasterOf(other)
  shop.kill('SIGKILL')
  const next = await startPostgres(other, { settings: fast, say })
  onTestFinished(() => next.stop())
  expect(postmasterOf(other)).not.toBe(left)
  expect(await ask(next.url, 'select 1 as n')).toEqual({ n: 1 })
})
