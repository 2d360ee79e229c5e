import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWebServer } from './web-server.ts'

const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

type Answer = (request: Request) => Response | Promise<Response>

async function givenServer(answer: Answer, deadlines = {}) {
  const server = createWebServer(answer, deadlines)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    server,
    open: () => {
      const socket = connect(port, '127.0.0.1')
      sockets.add(socket)
      socket.on('error', () => {}) // a connection that the server ends in the middle
      return socket
    },
    /** The server takes one new connection at a look. A crowd that it has taken in is read at a single one. */
    tookIn: (count: number) =>
      expect
        .poll(() => new Promise((resolve) => server.getConnections((_, open) => resolve(open))))
        .toBe(count),
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`

test('a client that sends its next request after each response keeps its connection', async () => {
  const { open } = await givenServer(() => new Response('fine'))
  const socket = open()
  for (let n = 0; n < 10; n++) {
    socket.write(get('/'))
    const [data] = (await new Promise((resolve) => socket.once('data', (piece) => resolve([piece])))) as [
      Buffer,
    ]
    expect(data.toString()).toContain('200 OK')
  }
  expect(socket.destroyed).toBe(false)
})

test('a health check of HTTP/1.0, which names no host, is answered', async () => {
  const { open } = await givenServer(() => new Response('fine'))
  const socket = open()
  let received = ''
  socket.on('data', (data: Buffer) => void (received += data.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('GET /readyz HTTP/1.0\r\n\r\n')
  await closed
  expect(received).toContain('200 OK')
})

test('a request that arrives before the response is out is answered in its turn', async () => {
  const { open } = await givenServer(() => new Response('fine'))
  const socket = open()
  let received = ''
  socket.on('data', (data: Buffer) => void (received += data.toString()))
  socket.write(get('/') + get('/'))
  await expect.poll(() => received.match(/200 OK/g)?.length).toBe(2)
  expect(socket.destroyed).toBe(false)
})

test('a client that does not wait for responses loses its connection, and its requests are not worked on', async () => {
  const answer = vi.fn<Answer>(() => new Promise(() => {}))
  const { open } = await givenServer(answer)
  const socket = open()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(get('/').repeat(50))
  await closed
  expect(answer).not.toHaveBeenCalled()
})

test('a client that does not read the response loses its connection', async () => {
  const large = 'x'.repeat(20_000_000) // more than the system takes off our hands
  const { server, open } = await givenServer(() => new Response(large), { stalledMs: 100 })
  const closed = new Promise<Socket>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve(socket)))
  })
  open().pause().write(get('/'))
  expect((await closed).bytesWritten).toBeGreaterThan(0)
})

test('headers have ten seconds, and nothing has longer than an upload', async () => {
  const { server } = await givenServer(() => new Response('fine'))
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 180_000,
    timeout: 120_000,
    keepAliveTimeout: 75_000,
  })
})

test('whoever goes ahead waits for few of a crowd that came before', async () => {
  const begun: string[] = []
  const { open, tookIn } = await givenServer((request) => {
    begun.push(new URL(request.url).pathname)
    return new Response('fine')
  })
  const sockets = Array.from({ length: 101 }, open)
  await tookIn(101)
  const [last, ...crowd] = sockets
  for (const socket of crowd) socket.write(get('/'))
  last?.write(get('/orders/1?key=2'))
  await expect.poll(() => begun.length).toBe(101)
  expect(begun.indexOf('/orders/1')).toBeLessThan(50)
})

test('who leaves while they wait gets no work done, and whoever stays is answered in order', async () => {
  const begun: string[] = []
  const { open, tookIn } = await givenServer((request) => {
    begun.push(new URL(request.url).pathname)
    for (const socket of leaving.splice(0)) socket.resetAndDestroy()
    return new Response('fine')
  })
  const sockets = Array.from({ length: 200 }, open)
  await tookIn(200)
  const [last, ...leaving] = sockets
  for (const socket of leaving) socket.write(get('/leaving') + get('/leaving'))
  let received = ''
  last?.on('data', (data: Buffer) => void (received += data.toString()))
  last?.write(get('/first') + get('/second'))
  await expect.poll(() => received.match(/200 OK/g)?.length).toBe(2)
  expect(begun.filter((path) => path !== '/leaving')).toEqual(['/first', '/second'])
  expect(begun.length).toBeLessThan(200)
})
