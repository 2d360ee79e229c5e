import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Answers, mailServer } from '#test/mail-server.ts'
import { type Mail, MailFailure, createSmtpMailer } from './mailer.server.ts'

const mail: Mail = {
  key: 'order:7K2M:paid',
  to: 'buyer@example.com',
  subject: 'Nº 16 is yours',
  html: '<p>Yours</p>',
  text: 'Yours',
  headers: { 'List-Unsubscribe': '<https://shop.example/u/1>' },
}

const mailerTo = (port: number, { host = '127.0.0.1', ...more }: { host?: string; limitMs?: number } = {}) =>
  createSmtpMailer({ url: `smtp://${host}:${port}`, from: 'PACo <shop@shop.example>', ...more })

const aboutOf = (error: unknown) => (error instanceof MailFailure ? error.about : String(error))

const failureOfSending = (mailer: ReturnType<typeof mailerTo>): Promise<unknown> =>
  mailer.send(mail).catch((thrown: unknown) => thrown)

test('an email is sent with its headers, to exactly one recipient', async () => {
  const { port, received } = await mailServer()
  await mailerTo(port).send(mail)
  expect(received).toContain('MAIL FROM:<shop@shop.example>')
  expect(received.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<buyer@example.com>'])
  expect(received).toContain('From: PACo <shop@shop.example>')
  expect(received).toContain('To: buyer@example.com')
  expect(received).toContain('List-Unsubscribe: <https://shop.example/u/1>')
  expect(received).toContain('Auto-Submitted: auto-generated')
})

test('emails with the same key have the same Message-ID', async () => {
  const { port, received } = await mailServer()
  const mailer = mailerTo(port)
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
  const mailer = mailerTo(port)
  await mailer.send({ ...mail, subject: 'Hello\r\nBcc: other@example.com' })
  expect(received.filter((line) => line.startsWith('Bcc:'))).toEqual([])
})

test('a refused recipient throws', async () => {
  const { port } = await mailServer({ recipients: '550 no such person' })
  await expect(mailerTo(port).send(mail)).rejects.toThrow('550')
})

test('a failure keeps its code and loses the address that the server quotes', async () => {
  const { port } = await mailServer({ recipients: '550 5.1.1 <buyer@example.com>: no such person' })
  const error = await failureOfSending(mailerTo(port))
  expect(error).toMatchObject({
    code: 'EENVELOPE 550',
    message: expect.stringContaining('550 5.1.1 <(address)>: no such person'),
  })
  expect(inspect(error)).not.toContain('buyer@')
})

test('a server that is not this machine must offer encryption', async () => {
  const { port, received } = await mailServer()
  // 0.0.0.0 also reaches this machine, but is not one of its names.
  await expect(mailerTo(port, { host: '0.0.0.0' }).send(mail)).rejects.toThrow(/STARTTLS|TLS/)
  expect(received.some((line) => line.startsWith('MAIL'))).toBe(false)
})

test('a server with a certificate of its own making gets no mail, and the reason is kept', async () => {
  const { port, received } = await mailServer({ encryption: 'own certificate' })
  const error = await failureOfSending(mailerTo(port, { host: '0.0.0.0' }))
  expect(error).toMatchObject({
    about: 'server',
    code: expect.stringContaining('CERT'),
    mayHaveArrived: false,
  })
  expect(received.some((line) => line.startsWith('MAIL'))).toBe(false)
})

test('a server on this machine may have a certificate of its own making', async () => {
  const { port, received } = await mailServer({ encryption: 'own certificate' })
  await mailerTo(port).send(mail)
  expect(received).toContain('STARTTLS')
  expect(received).toContain('To: buyer@example.com')
})

test('a server on this machine that offers encryption and refuses it gets the mail without', async () => {
  const { port, received } = await mailServer({ encryption: 'refused' })
  await mailerTo(port).send(mail)
  expect(received).toContain('To: buyer@example.com')
})

test('a server that fails at the encryption it offers gets no mail', async () => {
  for (const encryption of ['refused', 'hangs up'] as const) {
    const { port, received } = await mailServer({ encryption })
    const mailer = mailerTo(port, { host: '0.0.0.0' })
    expect(await mailer.send(mail).catch(aboutOf)).toBe('server')
    expect(received.some((line) => line.startsWith('MAIL'))).toBe(false)
  }
})

test('a mail that was handed over whole and got no answer may have arrived', async () => {
  for (const answer of ['nothing', 'hangs up', '250-please wait']) {
    const { port } = await mailServer({ mail: answer })
    const error = await failureOfSending(mailerTo(port, { limitMs: 200 }))
    expect(error).toMatchObject({ mayHaveArrived: true })
  }
  const { port } = await mailServer({ mail: '451 later' })
  await expect(mailerTo(port).send(mail)).rejects.toMatchObject({ mayHaveArrived: false })
})

test('a server that answers without an end is given up', async () => {
  const { port } = await mailServer({ mail: '250-please wait' })
  const error = await failureOfSending(mailerTo(port, { limitMs: 200 }))
  expect(error).toMatchObject({ about: 'server' })
})

describe('what a refused email is about', () => {
  const to = (name: string) => ({ ...mail, key: name, to: `${name}@example.com` })

  async function failuresOf(answers: Answers, recipients: readonly string[]) {
    const { port } = await mailServer(answers)
    const mailer = mailerTo(port)
    const failures: string[] = []
    for (const name of recipients) failures.push(await mailer.send(to(name)).then(() => 'none', aboutOf))
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
    const mailer = mailerTo(port)
    expect(await mailer.send({ ...mail, to: '' }).catch(aboutOf)).toBe('recipient')
  })

  test('is counted anew once an email was accepted', async () => {
    const answers: Answers = { recipients: '550 no' }
    const { port } = await mailServer(answers)
    const mailer = mailerTo(port)
    expect(await mailer.send(to('one')).catch(aboutOf)).toBe('recipient')
    delete answers.recipients
    await mailer.send(to('three'))
    answers.recipients = '550 no'
    expect(await mailer.send(to('two')).catch(aboutOf)).toBe('recipient')
  })
})
