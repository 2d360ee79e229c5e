import { expect, onTestFinished, vi } from 'vitest'
import { type Db, PreparingClient } from '#app/db/db.server.ts'
import { unsetFacts } from '#app/facts/facts.ts'
import { after, day, minute, second } from '#app/kit/clock.ts'
import { TryLater } from '#app/jobs/job.ts'
import { test } from '#test/db.ts'
import { type Mailer, MailFailure } from './mailer.server.ts'
import { isMailPaused, listMailsAbout, type Mailing, mailOnce } from './mail-job.server.ts'
import { sentMails } from './tables.ts'

const now = new Date('2026-11-20T12:00:00Z')
const facts = () => unsetFacts()
const mail = {
  key: 'order:7K2M:paid',
  to: 'buyer@example.com',
  letter: { subject: 'Paid', preview: 'We have it', blocks: [{ heading: 'Thank you' }] },
}

/** The server answers, so other mails go on. */
const comeBack = new MailFailure('421 come back later', { about: 'refusal', code: 'EENVELOPE 421' })

type Sent = Mailing & { key: string }

const sendOnce = (db: Db, to: Mailer, { key, ...mailing }: Sent, at: Date, waitsMs?: number[]) =>
  mailOnce({ db, mailer: to, now: () => at, facts }, key, async () => mailing, undefined, waitsMs)
const writeAndSendOnce = (
  db: Db,
  to: Mailer,
  key: string,
  write: () => Promise<Mailing | undefined>,
  at: Date,
) => mailOnce({ db, mailer: to, now: () => at, facts }, key, write)

function mailer(send: () => Promise<void> = async () => {}): Mailer & { sent: string[] } {
  const sent: string[] = []
  return {
    sent,
    send: async ({ key }) => {
      await send()
      sent.push(key)
    },
  }
}

function slowMailer() {
  const called = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const slow = mailer(() => {
    called.resolve()
    return letGo.promise
  })
  return { slow, called: called.promise, letGo: letGo.resolve }
}

test('an email is sent once, however often it is requested', async ({ db }) => {
  const box = mailer()
  await sendOnce(db, box, mail, now)
  await sendOnce(db, box, mail, after(now, 10 * minute))
  expect(box.sent).toEqual([mail.key])
  expect(await db.select().from(sentMails)).toEqual([
    { key: mail.key, state: 'sent', startedAt: now, sentAt: now, attempts: 1, orderId: null, subject: null },
  ])
})

test('of twenty simultaneous tries exactly one sends', async ({ db }) => {
  const box = mailer()
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => sendOnce(db, box, mail, now)))
  expect(box.sent).toHaveLength(1)
  expect(tries.some((outcome) => outcome.status === 'fulfilled')).toBe(true)
})

test('while a try is in progress, another throws so that the queue comes back', async ({ db }) => {
  const { slow, called, letGo } = slowMailer()
  const first = sendOnce(db, slow, mail, now)
  await called
  const other = mailer()
  await expect(sendOnce(db, other, mail, after(now, 299 * second))).rejects.toThrow(TryLater)
  letGo()
  await first
  expect(other.sent).toEqual([])
})

test('a try that is five minutes old is taken over', async ({ db }) => {
  await db.insert(sentMails).values({ key: mail.key, state: 'sending', startedAt: now, attempts: 1 })
  const box = mailer()
  await sendOnce(db, box, mail, after(now, 5 * minute))
  expect(box.sent).toHaveLength(1)
  expect(await db.select().from(sentMails)).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('after a failure the next try need not wait', async ({ db }) => {
  const failing = mailer(() => Promise.reject(comeBack))
  await expect(sendOnce(db, failing, mail, now)).rejects.toThrow('421')
  const box = mailer()
  await sendOnce(db, box, mail, after(now, second))
  expect(box.sent).toHaveLength(1)
  expect(await db.select().from(sentMails)).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('a mail that failed is sent by its next try, also when another went out meanwhile', async ({ db }) => {
  const other = { ...mail, key: 'order:8LN3:paid' }
  const failing = mailer(() => Promise.reject(comeBack))
  await expect(sendOnce(db, failing, mail, now)).rejects.toThrow('421')
  const box = mailer()
  for (const each of [other, mail]) await sendOnce(db, box, each, now)
  expect(box.sent).toEqual([other.key, mail.key])
})

test('a mail that fails frees no other that is on its way', async ({ db }) => {
  const other = { ...mail, key: 'order:8LN3:paid' }
  const { slow, called, letGo } = slowMailer()
  const first = sendOnce(db, slow, other, now)
  await called
  const failing = mailer(() => Promise.reject(comeBack))
  await expect(sendOnce(db, failing, mail, now)).rejects.toThrow('421')
  await expect(sendOnce(db, mailer(), other, now)).rejects.toThrow(TryLater)
  letGo()
  await first
  expect(slow.sent).toEqual([other.key])
})

test('a mail with a secret is written only by the try that sends it', async ({ db }) => {
  const { slow, called, letGo } = slowMailer()
  const written: number[] = []
  const run = (n: number, box: Mailer) => {
    const write = async () => {
      written.push(n)
      return mail
    }
    return writeAndSendOnce(db, box, mail.key, write, after(now, n * second))
  }
  const first = run(0, slow)
  await called
  const other = mailer()
  await expect(run(1, other)).rejects.toThrow(TryLater)
  letGo()
  await first
  await run(2, other)
  expect(written).toEqual([0])
  expect(other.sent).toEqual([])
})

test('a mail that cannot be written, or has nothing to say any more, leaves its key free', async ({ db }) => {
  const box = mailer()
  const broken = () => Promise.reject(new Error('no database'))
  await expect(writeAndSendOnce(db, box, mail.key, broken, now)).rejects.toThrow('no database')
  const undrawable = async () => ({ ...mail, letter: { ...mail.letter, theme: 'none' as never } })
  await expect(writeAndSendOnce(db, box, mail.key, undrawable, now)).rejects.toThrow(TypeError)
  expect(await isMailPaused(db, now), 'the mail server is not to blame').toBe(false)
  await writeAndSendOnce(db, box, mail.key, async () => undefined, now)
  expect(await db.select().from(sentMails)).toEqual([])
  await writeAndSendOnce(db, box, mail.key, async () => mail, now)
  expect(box.sent).toEqual([mail.key])
})

test('a late failure does not release the claim of a later try', async ({ db }) => {
  const late = Promise.withResolvers<void>()
  const called = Promise.withResolvers<void>()
  const first = sendOnce(
    db,
    mailer(() => {
      called.resolve()
      return late.promise
    }),
    mail,
    now,
  )
  await called.promise
  const { slow, called: takenOver, letGo } = slowMailer()
  const next = sendOnce(db, slow, mail, after(now, 6 * minute))
  await takenOver
  late.reject(new Error('time-out'))
  await expect(first).rejects.toThrow('time-out')
  expect(await db.select().from(sentMails)).toMatchObject([
    { state: 'sending', startedAt: after(now, 6 * minute) },
  ])
  letGo()
  await next
  expect(await db.select().from(sentMails)).toMatchObject([{ state: 'sent' }])
})

test('neither the address nor the content of an email is stored', async ({ db }) => {
  await sendOnce(db, mailer(), mail, now)
  const stored = JSON.stringify(await db.select().from(sentMails))
  for (const word of [mail.to, 'Paid', 'Thank you']) expect(stored).not.toContain(`"${word}"`)
})

/** The database goes away when a sent mail is to be recorded, so many times. */
function failNotes(failures: number) {
  let left = failures
  // oxlint-disable-next-line typescript/unbound-method -- it is called on its own client
  const run = PreparingClient.prototype.runEach
  const spy = vi.spyOn(PreparingClient.prototype, 'runEach').mockImplementation(function (
    this: PreparingClient,
    queries,
  ) {
    if (queries.some(({ text }) => text.includes('update "sent_mails"')) && left-- > 0)
      throw new Error('terminating connection due to administrator command')
    return run.call(this, queries)
  })
  onTestFinished(() => spy.mockRestore())
}

test('a sent email is recorded although the database was briefly unreachable', async ({ db }) => {
  const box = mailer()
  failNotes(3)
  await sendOnce(db, box, mail, now, [0, 0, 0])
  await sendOnce(db, box, mail, after(now, day))
  expect(box.sent).toHaveLength(1)
  expect(await db.select().from(sentMails)).toMatchObject([{ state: 'sent' }])
})

test('an email that cannot be recorded fails, and stays claimed until the next attempt', async ({ db }) => {
  const box = mailer()
  failNotes(4)
  await expect(sendOnce(db, box, mail, now, [0, 0, 0])).rejects.toThrow('Failed query')
  await expect(sendOnce(db, box, mail, after(now, minute))).rejects.toThrow(TryLater)
})

test('an email about an order is listed by its subject, without the address', async ({ db }) => {
  const box = mailer()
  await sendOnce(db, box, { ...mail, orderId: 'ORDER23456' }, now)
  await sendOnce(db, box, { ...mail, key: 'other' }, now)
  const listed = await listMailsAbout(db, 'ORDER23456')
  expect(listed).toMatchObject([{ key: mail.key, subject: 'Paid', sentAt: now }])
  expect(JSON.stringify(listed)).not.toContain(mail.to)
})

test('a mail that failed is listed until it has nothing to say any more; one that was sent stays', async ({
  db,
}) => {
  const about = { orderId: 'ORDER23456' }
  const listed = async () => (await listMailsAbout(db, about.orderId)).map(({ key }) => key).toSorted()
  const refused = mailer(() => Promise.reject(comeBack))
  await expect(sendOnce(db, refused, { ...mail, ...about, key: 'failed' }, now)).rejects.toThrow('421')
  await sendOnce(db, mailer(), { ...mail, ...about, key: 'sent' }, now)
  expect(await listed()).toEqual(['failed', 'sent'])
  for (const key of ['failed', 'sent'])
    await writeAndSendOnce(db, mailer(), key, async () => undefined, after(now, minute))
  expect(await listed()).toEqual(['sent'])
})
