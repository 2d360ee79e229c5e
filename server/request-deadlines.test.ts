import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createWebServer } from './web-server.ts'

const read = (request: Request) =>
  request.text().then(
    () => new Response('whole'),
    () => new Promise<never>(() => {}),
  )
const server = createWebServer(read, { formMs: 50 })
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
const { port } = server.address() as AddressInfo
const sockets = new Set<ReturnType<typeof connect>>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

function begin(path: string, part: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  let received = ''
  socket.on('data', (data: Buffer) => {
    received += data.toString()
  })
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 10\r\n\r\n${part}`)
  const answered = (text: string) =>
    new Promise<string>((resolve) => {
      socket.on('data', () => received.includes(text) && resolve(received))
    })
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(received))
  })
  return { socket, answered, closed }
}

test('a form that does not arrive in time gets a 408', async () => {
  expect(await begin('/contact', 'name=').closed).toContain('408 Request Timeout')
})

test('a complete form is answered, and its connection survives the deadline', async () => {
  const { socket, answered } = begin('/contact', 'name=')
  const whole = answered('whole')
  socket.write('Jo&a=')
  await whole
  const slow = begin('/contact', 'name=')
  await slow.closed // the deadline of a later request has passed
  expect(socket.destroyed).toBe(false)
})

test('an upload has a longer deadline', async () => {
  const upload = begin('/dealers/answer/1', 'half.')
  const whole = upload.answered('whole')
  await begin('/contact', 'name=').closed
  upload.socket.write('file!')
  expect(await whole).toContain('200 OK')
})
