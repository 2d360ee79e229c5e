import { expect } from 'vitest'
import { z } from 'zod'
import { enqueueIn } from '#app/jobs/jobs.server.ts'
import { PutAside } from '#app/jobs/job.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { takeDueJobs, type TestContext, test } from '#test/db.ts'
import { givenShop } from '#test/visit.ts'
import { defineMailJob, mailOnce } from './mail-job.server.ts'
import { type Mail, MailFailure } from './mailer.server.ts'
import { sentMails } from './tables.ts'

const refusal = (isFinal = true) =>
  new MailFailure('550 5.1.1 <buyer@example.com>', { about: 'recipient', isFinal, code: 'EENVELOPE' })

function givenMails(ctx: TestContext) {
  const refused = new Map<string, Error>()
  const tries: Record<string, number[]> = {}
  const begin = ctx.now().getTime()
  const mailer = {
    async send({ key }: Mail) {
      ;(tries[key] ??= []).push((ctx.now().getTime() - begin) / hour)
      const error = refused.get(key)
      if (error) throw error
    },
  }
  const shop = { ...givenShop(ctx), mailer, enqueueIn }
  const job = defineMailJob({
    name: 'mail-something',
    payload: z.object({ to: z.string() }),
    run: (at, { to }) =>
      mailOnce(at, to, async () => ({ to, letter: { subject: 'Paid', preview: '', blocks: [] } })),
  })
  const failed: object[] = []
  const putAside: { payload: object; fault: string }[] = []

  async function pass(ms: number) {
    const end = after(ctx.now(), ms)
    for (; ctx.now() < end; ctx.setNow(after(ctx.now(), 5 * minute))) {
      const due = await takeDueJobs(ctx.db, ctx.now())
      const again = ctx.now().getTime() % (15 * minute) === 0 ? failed.splice(0) : []
      for (const payload of [...due.map((row) => row.payload), ...again])
        await job.run(shop, job.payload.parse(payload)).catch((error: unknown) => {
          if (error instanceof PutAside) putAside.push({ payload, fault: error.message })
          else failed.push(payload)
        })
    }
  }
  return {
    refused,
    tries,
    putAside,
    pass,
    queue: (to: string) => enqueueIn(ctx.db)(job.name, { to }),
    failed,
  }
}

test('a recipient who is refused for good is tried four times within hours, and then put aside', async ({
  ctx,
}) => {
  const mails = givenMails(ctx)
  mails.refused.set('nobody', refusal())
  await mails.queue('nobody')
  await mails.pass(4 * hour)
  await mails.queue('other')
  await mails.pass(2 * day)
  expect(mails.tries.nobody).toHaveLength(4)
  expect(Math.max(...(mails.tries.nobody ?? []))).toBeLessThan(6)
  expect(mails.putAside).toEqual([
    { payload: { to: 'nobody', refusals: 3 }, fault: 'Refused 4 times. Error: 550 5.1.1 <(address)>' },
  ])
})

test('a mail that the server takes each time and never answers arrives a few times, and not for two days', async ({
  ctx,
}) => {
  const mails = givenMails(ctx)
  mails.refused.set(
    'silent',
    new MailFailure('Timeout', { about: 'server', code: 'ETIMEDOUT', mayHaveArrived: true }),
  )
  await mails.queue('silent')
  for (const other of ['one', 'two', 'three']) {
    await mails.pass(4 * hour)
    await mails.queue(other)
  }
  await mails.pass(day)
  expect(mails.tries.silent).toHaveLength(4)
  expect(mails.putAside.map(({ fault }) => fault)).toEqual([
    expect.stringContaining('Taken without an answer 4 times'),
  ])
})

test('a recipient who is put off (4xx) is tried for two days, as in an outage', async ({ ctx }) => {
  const mails = givenMails(ctx)
  mails.refused.set('full', refusal(false))
  await mails.queue('full')
  await mails.queue('other')
  await mails.pass(day)
  expect(mails.tries.full?.length).toBeGreaterThan(90)
  expect(mails.putAside).toEqual([])
})

test('a server that greylists with a 5xx reply gets the mail at the next try', async ({ ctx }) => {
  const mails = givenMails(ctx)
  mails.refused.set('greylisted', refusal())
  await mails.queue('greylisted')
  await mails.pass(5 * minute)
  mails.refused.clear()
  await mails.queue('other')
  await mails.pass(hour)
  expect(mails.tries.greylisted).toHaveLength(2)
})

test('a server that refuses everybody for a day loses nothing', async ({ ctx }) => {
  const mails = givenMails(ctx)
  const names = ['one', 'two', 'three']
  await mails.queue('before')
  await mails.pass(minute)
  for (const name of names) {
    mails.refused.set(name, refusal())
    await mails.queue(name)
  }
  await mails.pass(day)
  expect(mails.putAside).toEqual([])
  for (const name of names) expect(mails.tries[name]?.length).toBeLessThan(12)
  mails.refused.clear()
  await mails.pass(5 * hour)
  const sent = await ctx.db.select({ key: sentMails.key, state: sentMails.state }).from(sentMails)
  expect(sent.filter(({ state }) => state === 'sent')).toHaveLength(4)
})

test('a mail that staff send back is tried again, and goes out once its recipient is accepted', async ({
  ctx,
}) => {
  const mails = givenMails(ctx)
  mails.refused.set('nobody', refusal())
  await mails.queue('nobody')
  await mails.pass(4 * hour)
  await mails.queue('other')
  await mails.pass(2 * hour)
  const [given] = mails.putAside
  mails.failed.push(given?.payload ?? {})
  await mails.pass(hour)
  expect(mails.tries.nobody).toHaveLength(5)
  expect(mails.putAside).toHaveLength(2)
  mails.refused.clear()
  mails.failed.push(mails.putAside[1]?.payload ?? {})
  await mails.pass(hour)
  expect(mails.tries.nobody).toHaveLength(6)
  expect(mails.putAside).toHaveLength(2)
})
