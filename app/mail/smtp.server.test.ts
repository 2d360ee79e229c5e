import { createServer, type Server } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import type { Mail } from './mailer.ts'
import { createSmtpMailer } from './smtp.server.ts'

const mail: Mail = {
  key: 'order:7K2M:paid',
  to: 'buyer@example.com',
  subject: 'Nº 16 is yours',
  html: '<p>Yours</p>',
  text: 'Yours',
  headers: { 'List-Unsubscribe': '<https://shop.example/u/1>' },
}

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** A mail server that accepts everything, or refuses recipients, and records its commands. */
async function mailServer({ recipients = '250 ok' } = {}) {
  const received: string[] = []
  const server = createServer((socket) => {
    let inData = false
    let held = ''
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      held += String(chunk)
      const lines = held.split('\r\n')
      held = lines.pop() ?? ''
      for (const line of lines) {
        received.push(line)
        if (inData && line !== '.') continue
        if (inData) inData = false
        else if (line === 'DATA') inData = true
        if (line.startsWith('EHLO')) socket.write('250-test\r\n250 SIZE 1000000\r\n')
        else if (line === 'STARTTLS') socket.write('502 not here\r\n')
        else if (line.startsWith('RCPT')) socket.write(`${recipients}\r\n`)
        else if (line === 'DATA') socket.write('354 go on\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { port: address.port, received }
}

test('an email is sent with its headers, to exactly one recipient', async () => {
  const { port, received } = await mailServer()
  await createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'PACo <shop@shop.example>' }).send(mail)
  expect(received).toContain('MAIL FROM:<shop@shop.example>')
  expect(received.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<buyer@example.com>'])
  expect(received).toContain('From: PACo <shop@shop.example>')
  expect(received).toContain('To: buyer@example.com')
  expect(received).toContain('List-Unsubscribe: <https://shop.example/u/1>')
  expect(received).toContain('Auto-Submitted: auto-generated')
})

test('emails with the same key have the same Message-ID', async () => {
  const { port, received } = await mailServer()
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'PACo <shop@shop.example>' })
  await mailer.send(mail)
  await mailer.send({ ...mail, text: 'Yours, again' })
  await mailer.send({ ...mail, key: 'order:7K2M:refunded' })
  const ids = received.filter((line) => line.startsWith('Message-ID:'))
  expect(ids).toHaveLength(3)
  expect(ids[0]).toMatch(/^Message-ID: <[\w-]{22}@shop\.example>$/)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('a line break in a subject cannot add a header', async () => {
  const { port, received } = await mailServer()
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' })
  await mailer.send({ ...mail, subject: 'Hello\r\nBcc: other@example.com' })
  expect(received.filter((line) => line.startsWith('Bcc:'))).toEqual([])
})

test('a refused recipient throws', async () => {
  const { port } = await mailServer({ recipients: '550 no such person' })
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' })
  await expect(mailer.send(mail)).rejects.toThrow('550')
})

test('a failure keeps its code and loses the address that the server quotes', async () => {
  const { port } = await mailServer({ recipients: '550 5.1.1 <buyer@example.com>: no such person' })
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' })
  const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'EENVELOPE',
    responseCode: 550,
    message: expect.stringContaining('550 5.1.1 <(address)>: no such person'),
  })
  expect(inspect(error)).not.toContain('buyer@')
})

test('a server that is not this machine must offer encryption', async () => {
  const { port, received } = await mailServer()
  // 0.0.0.0 also reaches this machine, but is not one of its names.
  const mailer = createSmtpMailer({ url: `smtp://0.0.0.0:${port}`, from: 'shop@shop.example' })
  await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS|TLS/)
  expect(received.some((line) => line.startsWith('MAIL'))).toBe(false)
})
