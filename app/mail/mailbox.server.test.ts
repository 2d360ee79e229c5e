import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Mail, createMailboxMailer, listMails, readAttachment, readMail } from './mailer.server.ts'

function newFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'paco-mailbox-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'mailbox')
}

const mail: Mail = {
  key: 'order:7K2M:paid',
  to: 'buyer@example.com',
  subject: 'Nº 16 is yours',
  html: '<p>Yours: Nº 16</p>',
  text: 'Yours: Nº 16',
  headers: { 'List-Unsubscribe': '<https://shop.example/u/1>' },
}

function mailbox(folder: string) {
  let now = new Date('2026-11-20T12:00:00Z')
  const mailer = createMailboxMailer({ folder, from: 'PACo <shop@shop.example>', now: () => now })
  return { mailer, setNow: (moment: string) => (now = new Date(moment)) }
}

test('an empty or missing mailbox lists nothing', async () => {
  const folder = newFolder()
  expect(await listMails(folder)).toEqual([])
})

test('a stored email is listed and read back complete', async () => {
  const folder = newFolder()
  await mailbox(folder).mailer.send(mail)
  const [listed] = await listMails(folder)
  expect(listed).toMatchObject({
    id: expect.stringMatching(/^20261120T120000000Z-[\w-]{22}$/),
    at: '2026-11-20T12:00:00.000Z',
    to: 'buyer@example.com',
    subject: 'Nº 16 is yours',
    key: 'order:7K2M:paid',
    html: mail.html,
    text: mail.text,
  })
  expect(await readMail(folder, listed?.id ?? '')).toEqual(listed)
})

test('the source is a complete email with both parts and its headers', async () => {
  const folder = newFolder()
  await mailbox(folder).mailer.send(mail)
  const [listed] = await listMails(folder)
  const stored = await readMail(folder, listed?.id ?? '')
  const source = stored?.source ?? ''
  expect(source).toContain('From: PACo <shop@shop.example>\r\n')
  expect(source).toContain('List-Unsubscribe: <https://shop.example/u/1>\r\n')
  expect(source).toContain('Date: Fri, 20 Nov 2026 12:00:00 +0000\r\n')
  expect(source).toMatch(/Message-ID: <[\w-]{22}@shop\.example>\r\n/)
  expect(source).toContain('multipart/alternative')
  expect(source).toContain('Content-Type: text/plain; charset=utf-8')
  expect(source).toContain('Content-Type: text/html; charset=utf-8')
})

test('an attachment is listed, is in the source, and is read back', async () => {
  const folder = newFolder()
  const type = 'text/calendar; charset=utf-8; method=PUBLISH'
  const file = { name: 'class.ics', type, content: 'BEGIN:VCALENDAR\r\nSUMMARY:Nº 1\r\nEND:VCALENDAR\r\n' }
  await mailbox(folder).mailer.send({ ...mail, attachments: [file] })
  const [listed] = await listMails(folder)
  expect(listed?.attachments).toEqual([file])
  const stored = await readMail(folder, listed?.id ?? '')
  expect(stored?.source).toContain('multipart/mixed')
  expect(stored?.source).toMatch(/Content-Type: text\/calendar;[^\r]*charset=utf-8/)
  expect(stored?.source).toMatch(/Content-Disposition: attachment; filename="?class\.ics/)
  expect(await readAttachment(folder, listed?.id ?? '', 0)).toEqual(file)
  for (const at of [1, -1, Number.NaN, 0.5])
    expect(await readAttachment(folder, listed?.id ?? '', at)).toBeUndefined()
})

test('the newest email comes first, and the list can be limited', async () => {
  const folder = newFolder()
  const { mailer, setNow } = mailbox(folder)
  for (const [key, at] of [
    ['b', '2026-11-20T12:00:01Z'],
    ['c', '2026-11-20T12:00:02Z'],
    ['a', '2026-11-20T12:00:00Z'],
  ] as const) {
    setNow(at)
    await mailer.send({ ...mail, key })
  }
  expect((await listMails(folder)).map((listed) => listed.key)).toEqual(['c', 'b', 'a'])
  expect((await listMails(folder, 1)).map((listed) => listed.key)).toEqual(['c'])
})

test('no id leads out of the folder', async () => {
  const folder = newFolder()
  await mailbox(folder).mailer.send(mail)
  writeFileSync(join(folder, '..', 'secret.json'), '{"id":"secret"}')
  const [listed] = await listMails(folder)
  for (const id of [
    '../secret',
    '..%2fsecret',
    '/etc/passwd',
    '',
    '.',
    `../mailbox/${listed?.id}`,
    `${listed?.id}\0`,
    `${listed?.id}\n`,
  ])
    expect(await readMail(folder, id)).toBeUndefined()
})

test('an unknown id of the right form gives nothing', async () => {
  const folder = newFolder()
  expect(await readMail(folder, `20260101T000000000Z-${'a'.repeat(22)}`)).toBeUndefined()
})

test('a key with slashes is a file in the folder, readable only by its owner', async () => {
  const folder = newFolder()
  await mailbox(folder).mailer.send({ ...mail, key: '../../order' })
  expect(readdirSync(folder)).toHaveLength(1)
  expect(readdirSync(join(folder, '..'))).toEqual(['mailbox'])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
})
