import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startMoreProcesses } from './more-processes.ts'

function givenProgram(opensAfterMs = 0): string {
  const file = join(mkdtempSync(join(tmpdir(), 'paco-process-')), 'answering.mjs')
  const code = `
    import { createServer } from 'node:http'
    const server = createServer((request, response) => response.end(String(process.pid)))
    process.on('message', (order, socket) => {
      if (order === 'close') server.close(() => process.exit(0))
      else if (order === 'answer') server.listen(socket)
      else setTimeout(() => process.send('opened'), ${opensAfterMs})
    })
    process.on('disconnect', () => process.exit(1))`
  writeFileSync(file, code)
  return file
}

/** A first process that accepts nothing itself, so that every answer comes from another one. */
async function givenSocket(): Promise<Server> {
  const server = createServer((_, response) => response.end(String(process.pid)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function ask(server: Server): Promise<number> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.on('data', (pid) => resolve(Number(pid)))
    }).on('error', reject)
  })
}

function somebody(server: Server, isWanted: (pid: number) => boolean): Promise<number> {
  const wait = { timeout: 20_000, interval: 10 }
  return vi.waitFor(async () => {
    const pid = await ask(server)
    expect(isWanted(pid)).toBe(true)
    return pid
  }, wait)
}

test('a worker answers on the shared socket, is replaced when it dies, and ends with the shop', async () => {
  const server = await givenSocket()
  const log = { error: vi.fn<() => void>() }
  const more = startMoreProcesses(1, {
    server,
    log,
    databaseUrl: '',
    program: givenProgram(),
    restartAfterMs: 1,
  })
  const first = await somebody(server, (pid) => pid !== process.pid)
  process.kill(first, 'SIGKILL')
  await somebody(server, (pid) => pid !== process.pid && pid !== first)
  expect(log.error).toHaveBeenCalledOnce()

  await more.close()
  expect(await ask(server)).toBe(process.pid)
  await new Promise((resolve) => server.close(resolve))
})

test('a process that is still opening gets no connections', async () => {
  const server = await givenSocket()
  const log = { error: vi.fn<() => void>() }
  const program = givenProgram(300)
  const more = startMoreProcesses(2, { server, log, program, databaseUrl: '' })
  expect(await somebody(server, (pid) => pid !== process.pid)).toBeGreaterThan(0)
  await more.close()
  await new Promise((resolve) => server.close(resolve))
})

test('a count of zero starts no process', async () => {
  const server = await givenSocket()
  const log = { error: vi.fn<() => void>() }
  const more = startMoreProcesses(0, { server, log, databaseUrl: '' })
  expect(await ask(server)).toBe(process.pid)
  await more.close()
  await new Promise((resolve) => server.close(resolve))
})
