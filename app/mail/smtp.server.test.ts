import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import type { Mail } from './mailer.ts'
import { failureOf } from './outage.server.ts'
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

type Answers = {
  recipients?: string
  sender?: string
  mail?: string
  encryption?: 'own certificate' | 'refused' | 'hangs up'
}

async function mailServer(answers: Answers = {}) {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.write('220 test\r\n')
    serve(socket)
  })
  function serve(socket: Socket) {
    let inData = false
    let held = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      held += String(chunk)
      const lines = held.split('\r\n')
      held = lines.pop() ?? ''
      for (const line of lines) {
        received.push(line)
        if (inData && line !== '.') continue
        const isMail = inData
        if (inData) inData = false
        else if (line === 'DATA') inData = true
        const offer = answers.encryption && !(socket instanceof TLSSocket) ? '250-STARTTLS\r\n' : ''
        if (line.startsWith('EHLO')) socket.write(`250-test\r\n${offer}250 SIZE 1000000\r\n`)
        else if (line === 'STARTTLS' && answers.encryption === 'own certificate') {
          socket.removeAllListeners('data')
          socket.write('220 go on\r\n')
          serve(new TLSSocket(socket, { isServer: true, ...ownCertificate }))
        } else if (line === 'STARTTLS' && answers.encryption === 'hangs up') socket.destroy()
        else if (line === 'STARTTLS') socket.write('502 not here\r\n')
        else if (line.startsWith('RCPT')) socket.write(`${answers.recipients ?? '250 ok'}\r\n`)
        else if (line.startsWith('MAIL')) socket.write(`${answers.sender ?? '250 ok'}\r\n`)
        else if (isMail && answers.mail?.startsWith('250-')) dribble(socket, answers.mail)
        else if (isMail && answers.mail === 'hangs up') socket.destroy()
        else if (isMail && answers.mail === 'nothing') continue
        else if (isMail) socket.write(`${answers.mail ?? '250 ok'}\r\n`)
        else if (line === 'DATA') socket.write('354 go on\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { port: address.port, received }
}

function dribble(socket: Socket, line: string) {
  const timer = setInterval(() => socket.write(`${line}\r\n`), 10)
  socket.once('close', () => clearInterval(timer))
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

test('a server with a certificate of its own making gets no mail, and the reason is kept', async () => {
  const { port, received } = await mailServer({ encryption: 'own certificate' })
  const mailer = createSmtpMailer({ url: `smtp://0.0.0.0:${port}`, from: 'shop@shop.example' })
  const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ originalCode: expect.stringContaining('CERT'), mayHaveArrived: false })
  expect(failureOf(error)).toBe('server')
  expect(received.some((line) => line.startsWith('MAIL'))).toBe(false)
})

test('a server on this machine may have a certificate of its own making', async () => {
  const { port, received } = await mailServer({ encryption: 'own certificate' })
  await createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' }).send(mail)
  expect(received).toContain('STARTTLS')
  expect(received).toContain('To: buyer@example.com')
})

test('a server on this machine that offers encryption and refuses it gets the mail without', async () => {
  const { port, received } = await mailServer({ encryption: 'refused' })
  await createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' }).send(mail)
  expect(received).toContain('To: buyer@example.com')
})

test('a server that fails at the encryption it offers gets no mail', async () => {
  for (const encryption of ['refused', 'hangs up'] as const) {
    const { port, received } = await mailServer({ encryption })
    const mailer = createSmtpMailer({ url: `smtp://0.0.0.0:${port}`, from: 'shop@shop.example' })
    expect(await mailer.send(mail).catch(failureOf)).toBe('server')
    expect(received.some((line) => line.startsWith('MAIL'))).toBe(false)
  }
})

test('a mail that was handed over whole and got no answer may have arrived', async () => {
  for (const answer of ['nothing', 'hangs up', '250-please wait']) {
    const { port } = await mailServer({ mail: answer })
    const url = `smtp://127.0.0.1:${port}`
    const mailer = createSmtpMailer({ url, from: 'shop@shop.example', limitMs: 200 })
    const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ mayHaveArrived: true })
  }
  const { port } = await mailServer({ mail: '451 later' })
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' })
  await expect(mailer.send(mail)).rejects.toMatchObject({ mayHaveArrived: false })
})

test('a server that answers without an end is given up', async () => {
  const { port } = await mailServer({ mail: '250-please wait' })
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'shop@shop.example',
    limitMs: 200,
  })
  const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(failureOf(error)).toBe('server')
})

describe('what a refused email is about', () => {
  const to = (name: string) => ({ ...mail, key: name, to: `${name}@example.com` })

  async function failuresOf(answers: Answers, recipients: readonly string[]) {
    const { port } = await mailServer(answers)
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' })
    const failures: string[] = []
    for (const name of recipients) failures.push(await mailer.send(to(name)).then(() => 'none', failureOf))
    return failures
  }

  test('is one recipient until a second one is refused as well', async () => {
    for (const answers of [
      { recipients: '451 4.7.1 Greylisted' },
      { recipients: '550 no' },
      { mail: '554 Message rejected' },
      { mail: '451 4.3.0 try later' },
    ])
      expect(await failuresOf(answers, ['one', 'one', 'two', 'one'])).toEqual([
        'recipient',
        'recipient',
        'refusal',
        'refusal',
      ])
  })

  test('is each recipient where the server says so of the address or the mailbox', async () => {
    for (const recipients of ['550 5.1.1 No such user', '452 4.2.2 Mailbox full', '556 5.1.10 Takes no mail'])
      expect(await failuresOf({ recipients }, ['one', 'two'])).toEqual(['recipient', 'recipient'])
  })

  test('is everybody where the server refuses the sender', async () => {
    expect(await failuresOf({ sender: '550 5.7.1 Account closed' }, ['one'])).toEqual(['refusal'])
    expect(await failuresOf({ recipients: '550 5.1.8 Bad sender' }, ['one', 'two'])).toEqual([
      'recipient',
      'refusal',
    ])
  })

  test('is the email that has no address', async () => {
    const { port } = await mailServer()
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' })
    expect(await mailer.send({ ...mail, to: '' }).catch(failureOf)).toBe('recipient')
  })

  test('is counted anew once an email was accepted', async () => {
    const answers: Answers = { recipients: '550 no' }
    const { port } = await mailServer(answers)
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' })
    expect(await mailer.send(to('one')).catch(failureOf)).toBe('recipient')
    delete answers.recipients
    await mailer.send(to('three'))
    answers.recipients = '550 no'
    expect(await mailer.send(to('two')).catch(failureOf)).toBe('recipient')
  })
})

const ownCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNdMHY5EWTfGx1yF4
worBk0yLwXtKovXRX7lhkE/0ewChRANCAAQwt2PaHMRG4Uh61dPvsxwbp3VV6cxH
GqiPPdNXxftJduGi4KRdHS4C8cupaGmj7Ru6vEjCd9ECv9HEhCRZ1XYG
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUF5EWs5DYQgbLovC6rlsmvYFKIfQwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyNzAzMzgzNVoYDzIxMjYx
MTAzMDMzODM1WjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQwt2PaHMRG4Uh61dPvsxwbp3VV6cxHGqiPPdNXxftJduGi
4KRdHS4C8cupaGmj7Ru6vEjCd9ECv9HEhCRZ1XYGo1MwUTAdBgNVHQ4EFgQUdNQ6
fCh7VDeOWmXIf5I8EIHgu+AwHwYDVR0jBBgwFoAUdNQ6fCh7VDeOWmXIf5I8EIHg
u+AwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBi5uIRTmRcczZV
dxGXFBCWLXd792UgYFIWj4QOwsAsYgIhAKWDjCP4j7sHnznee1I5z1p2tes6Cvpr
qDMpJFpSgYun
-----END CERTIFICATE-----
`,
}
