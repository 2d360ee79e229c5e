import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drainServer } from './web-server.ts'

async function givenServer(mayAnswer: Promise<void> = Promise.resolve()) {
  const server = createServer((_, response) => void mayAnswer.then(() => response.end('answered')))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  return { server, agent }
}

function ask(server: Server, agent: Agent | false = false): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get(
      { port, host: '127.0.0.1', agent: agent || undefined, ...(agent ? {} : { agent: false }) },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer))
      },
    ).once('error', reject)
  })
}

function draining(noticeMs: number) {
  return { announce: vi.fn<() => void>(), endStreams: vi.fn<() => void>(), noticeMs }
}

test('while a balancer may notice, new connections are answered with Connection: close', async () => {
  const { server } = await givenServer()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const how = draining(5_000)
  const begun = drainServer(server, how)
  expect(how.announce).toHaveBeenCalledOnce()
  const answer = await ask(server)
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  expect(how.endStreams).not.toHaveBeenCalled()
  vi.useRealTimers()
  void begun
})

test('afterwards no connection is accepted, and requests in progress are finished', async () => {
  const mayAnswer = Promise.withResolvers<void>()
  const { server, agent } = await givenServer(mayAnswer.promise)
  const address = server.address() as AddressInfo
  const underWay = ask(server, agent)
  await vi.waitFor(
    async () =>
      expect(await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(1),
    10_000,
  )
  const how = draining(0)
  const ended = drainServer(server, how)
  expect(how.endStreams).toHaveBeenCalledOnce()
  expect(server.listening).toBe(false)
  mayAnswer.resolve()
  expect((await underWay).statusCode).toBe(200)
  await ended
  expect(address.port).toBeGreaterThan(0)
})

test('keep-alive connections do not delay the end', async () => {
  const { server, agent } = await givenServer()
  await ask(server, agent)
  const begun = performance.now()
  await drainServer(server, draining(0))
  expect(performance.now() - begun).toBeLessThan(3_000)
})
