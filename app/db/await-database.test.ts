import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { connectionFault, awaitDatabase } from './await-database.server.ts'

const url = 'postgres://paco:geheim@db.example:5433/shop?password=geheim'
const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5433'), { code: 'ECONNREFUSED' })

function setting(limitMs = 20_000) {
  const say = vi.fn<(sentence: string) => void>()
  return { say, limitMs, pauseMs: 1, sayEveryMs: 1_000 }
}

test('a start waits while the database is unreachable, and says so now and then', async () => {
  const how = setting()
  const task = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(refused)
    .mockRejectedValueOnce(new Error('Failed query: select 1', { cause: refused }))
    .mockResolvedValue('ready')
  expect(await awaitDatabase(url, task, how)).toBe('ready')
  expect(how.say).toHaveBeenCalledExactlyOnceWith(
    'Waiting for the database postgres://paco@db.example:5433/shop (DATABASE_URL): connect ECONNREFUSED 10.0.0.1:5433',
  )
})

test('a start gives up after its limit, with a sentence that names the database without its password', async () => {
  const waiting = awaitDatabase(url, () => Promise.reject(refused), setting(20))
  await expect(waiting).rejects.toThrow(/db\.example:5433\/shop \(DATABASE_URL\) did not answer/)
  await expect(waiting).rejects.not.toThrow('geheim')
})

test('an error that is not about the connection is thrown at once', async () => {
  const how = setting()
  const bug = new Error('There is no drop')
  await expect(awaitDatabase(url, () => Promise.reject(bug), how)).rejects.toBe(bug)
  expect(how.say).not.toHaveBeenCalled()
})

test('a wrong password and a missing database are refusals, thrown at once', async () => {
  const right = inject('postgresUrl')
  const wrongPassword = new URL(right)
  wrongPassword.password = 'wrong'
  const missing = new URL(right)
  missing.pathname = '/nowhere'
  for (const wrong of [wrongPassword, missing])
    await expect(awaitDatabase(wrong.href, () => connect(wrong.href), setting())).rejects.toThrow(
      'refuses this shop',
    )
})

test('the errors of unreachable real servers are temporary', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  const hangsUp = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => hangsUp.listen(0, '127.0.0.1', resolve))
  await new Promise((resolve) => closed.close(resolve))
  for (const address of [
    `postgres://127.0.0.1:${port}/shop`,
    `postgres://localhost:${port}/shop`,
    `postgres://127.0.0.1:${(hangsUp.address() as AddressInfo).port}/shop`,
  ]) {
    const fault = await connect(address).catch(connectionFault)
    expect(fault).toEqual({ words: expect.stringMatching(/\w/), mayPass: true })
  }
  hangsUp.close()
})

test.for(['57P03', '57P01', '53100', '53200', '53300', '08006', '25006'])(
  'a server that answers %s may come back',
  (code) => {
    expect(connectionFault(Object.assign(new Error('later'), { code }))?.mayPass).toBe(true)
  },
)

test('a connection lost between two statements of a transaction is a connection fault', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client
    .query<{ pid: number }>('begin; select pg_backend_pid() as pid')
    .then((results) => (results as unknown as pg.QueryResult<{ pid: number }>[])[1] ?? { rows: [] })
  const lost = new Promise((resolve) => client.once('end', resolve))
  const other = new pg.Client({ connectionString: inject('postgresUrl') })
  await other.connect()
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await other.end()
  await lost
  expect(await client.query('select 1').catch(connectionFault)).toMatchObject({ mayPass: true })
})

test('a missing file is not a connection fault', () => {
  const error = Object.assign(new Error('ENOENT: open'), { code: 'ENOENT', syscall: 'open' })
  expect(connectionFault(error)).toBeUndefined()
})

async function connect(address: string) {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  await client.end()
}
