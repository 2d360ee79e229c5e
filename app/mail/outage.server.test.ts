import { describe, expect } from 'vitest'
import { z } from 'zod'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { TryLater } from '#app/jobs/job.ts'
import { after, day, hour, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { mailServer } from '#test/mail-server.ts'
import { givenShop } from '#test/visit.ts'
import {
  defineMailJob,
  mailJob,
  isMailPaused,
  type Mailing,
  mailOnce,
  outageAlertMs,
} from './mail-job.server.ts'
import { type Mail, MailFailure, createSmtpMailer } from './mailer.server.ts'
import { mailOutage } from './tables.ts'

const mail: Mailing = {
  to: 'buyer@example.com',
  letter: { subject: 'Paid', preview: '', blocks: [] },
}

const failure = (about: MailFailure['about'], code: string) => new MailFailure('Not sent', { about, code })

function mailerWith(fault: { is?: Error | undefined }) {
  const sent: string[] = []
  return {
    sent,
    async send({ key }: Mail) {
      if (fault.is) throw fault.is
      sent.push(key)
    },
  }
}

const send = (ctx: TestContext, mailer: ReturnType<typeof mailerWith>, key = 'one') =>
  mailOnce({ ...givenShop(ctx), mailer }, key, async () => mail).catch(() => 'failed')
const pass = (ctx: TestContext, ms: number) => ctx.setNow(after(ctx.now(), ms))

describe('a failure', () => {
  test('about one recipient is no outage', async ({ db, ctx }) => {
    await send(ctx, mailerWith({ is: failure('recipient', 'EENVELOPE 550') }))
    expect(await db.$count(mailOutage)).toBe(0)
  })

  test('of a server that answers does not pause other emails', async ({ db, ctx }) => {
    await send(ctx, mailerWith({ is: failure('refusal', 'EENVELOPE 451') }))
    expect(await db.$count(mailOutage)).toBe(1)
    expect(await isMailPaused(db, ctx.now())).toBe(false)
  })
})

test('emails failing for 15 minutes raise one alert, without any content', async ({ db, ctx }) => {
  const mailer = mailerWith({ is: failure('refusal', 'EENVELOPE 451') })
  await send(ctx, mailer)
  pass(ctx, outageAlertMs - second)
  await send(ctx, mailer, 'two')
  expect(await listOpenAlerts(db)).toEqual([])
  pass(ctx, second)
  await send(ctx, mailer, 'two')
  pass(ctx, minute)
  await send(ctx, mailer, 'three')
  const open = await listOpenAlerts(db)
  expect(open).toMatchObject([{ kind: 'mail_outage', subject: 'mail', count: 2 }])
  expect(open[0]?.detail).toBe(
    'No mail has gone out since 2026-11-20T12:00:00.000Z. Tries that failed: 4. Last failure: EENVELOPE 451.',
  )
})

test('the first sent email ends the outage and clears its alert', async ({ db, ctx }) => {
  const fault: { is?: Error | undefined } = { is: failure('server', 'ECONNECTION') }
  const mailer = mailerWith(fault)
  await send(ctx, mailer)
  pass(ctx, outageAlertMs)
  await send(ctx, mailer)
  expect(await listOpenAlerts(db)).toHaveLength(1)
  fault.is = undefined
  pass(ctx, 30 * second)
  await send(ctx, mailer, 'two')
  expect(await listOpenAlerts(db)).toEqual([])
  expect(await isMailPaused(db, ctx.now())).toBe(false)
  fault.is = failure('server', 'ECONNECTION')
  await send(ctx, mailer, 'three')
  expect(await listOpenAlerts(db)).toEqual([])
})

test('any other error of a mailer is about the server', async ({ db, ctx }) => {
  await send(ctx, mailerWith({ is: new Error('hung up') }))
  expect(await isMailPaused(db, ctx.now())).toBe(true)
})

test('no email is written for half a minute after a server failure', async ({ ctx }) => {
  const written: Date[] = []
  const job = mailJob('mail-something', {
    payload: z.object({}),
    key: () => 'something',
    write: async (shop) => {
      written.push(shop.now())
      return mail
    },
  })
  const shop = givenShop(ctx)
  await send(ctx, mailerWith({ is: failure('server', 'ECONNECTION') }))
  pass(ctx, 29 * second)
  await expect(job.run(shop, {})).rejects.toThrow(TryLater)
  expect(written).toEqual([])
  pass(ctx, second)
  await job.run(shop, {})
  expect(written).toHaveLength(1)
})

test('an email job is retried for at least two days', () => {
  const { retries = 0, retryDelaySeconds = 5 } = defineMailJob({
    name: 'mail-something',
    payload: z.object({}),
    run: async () => {},
  })
  // The shortest delays the queue may choose: half of 5 seconds doubled each time, at most 15 minutes.
  let waited = 0
  for (let tried = 1; tried <= retries; tried++)
    waited += Math.min((retryDelaySeconds * second * 2 ** Math.min(tried, 16)) / 2, 15 * minute)
  expect(waited).toBeGreaterThanOrEqual(2 * day)
})

test('after a day without a mail server 500 emails are sent, each once', { timeout: 60_000 }, async ({
  db,
  ctx,
}) => {
  const gone = await mailServer()
  await gone.close()
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${gone.port}`, from: 'shop@shop.example' })
  const shop = { ...givenShop(ctx), mailer }
  const job = defineMailJob({
    name: 'mail-order-confirmation',
    payload: z.object({ orderId: z.string() }),
    run: (at, { orderId }) => mailOnce(at, orderId, async () => ({ ...mail, to: `${orderId}@example.com` })),
  })
  let waiting = Array.from({ length: 500 }, (_, index) => `order-${index}`)
  const round = async () => {
    const turns = [...waiting]
    const failed: string[] = []
    const lane = async () => {
      for (let orderId = turns.shift(); orderId; orderId = turns.shift())
        await job.run(shop, { orderId }).catch(() => failed.push(orderId))
    }
    await Promise.all(Array.from({ length: 4 }, lane))
    waiting = failed
  }
  const end = after(ctx.now(), day)
  for (; ctx.now() < end; pass(ctx, 2 * hour)) await round()
  expect(waiting).toHaveLength(500)
  expect(await listOpenAlerts(db)).toMatchObject([{ kind: 'mail_outage' }])

  const back = await mailServer({}, gone.port)
  await round()
  expect(waiting).toEqual([])
  const recipients = back.received.filter((line) => line.startsWith('RCPT'))
  expect(recipients).toHaveLength(500)
  expect(new Set(recipients).size).toBe(500)
  expect(await listOpenAlerts(db)).toEqual([])
})
