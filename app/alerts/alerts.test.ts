import { pino } from 'pino'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { unsetFacts } from '#app/facts/facts.ts'
import type { Shop } from '#app/http/context.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import type { Mail } from '#app/mail/mailer.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { alertJobs } from './alert-jobs.server.ts'
import { clearAlert, clearAlertById, forgetAlerts, listOpenAlerts, raiseAlert } from './alerts.server.ts'
import { alerts } from './tables.ts'

const stock = { kind: 'captured_without_stock', subject: 'ORDER1', detail: 'Number 4 was taken.' } as const

const raise = (ctx: TestContext, alert: Parameters<typeof raiseAlert>[1] = stock) =>
  transact(ctx, (work) => raiseAlert(work, alert))

test('an alert raised again is counted up and gets the new detail', async ({ db, ctx }) => {
  await raise(ctx)
  ctx.setNow(after(ctx.now(), minute))
  await raise(ctx, { ...stock, detail: 'Number 5 was taken.' })
  const open = await listOpenAlerts(db)
  expect(open).toHaveLength(1)
  expect(open[0]).toMatchObject({ count: 2, detail: 'Number 5 was taken.', seenAt: ctx.now() })
})

test('alerts of other kinds or subjects are open separately', async ({ db, ctx }) => {
  await raise(ctx)
  await raise(ctx, { ...stock, subject: 'ORDER2' })
  await raise(ctx, { ...stock, kind: 'late_charge' })
  expect(await listOpenAlerts(db)).toHaveLength(3)
})

test('a cleared alert is closed, and can be raised again', async ({ db, ctx }) => {
  await raise(ctx)
  const clear = () => transact(ctx, (work) => clearAlert(work, stock.kind, stock.subject))
  await clear()
  const closed = await db.select().from(alerts)
  ctx.setNow(after(ctx.now(), minute))
  await clear()
  expect(await db.select().from(alerts), 'a second time changes nothing').toEqual(closed)
  expect(await listOpenAlerts(db)).toEqual([])
  await raise(ctx)
  expect(await listOpenAlerts(db)).toMatchObject([{ count: 1 }])
})

test('a person clears an alert by its number', async ({ db, ctx }) => {
  for (const subject of ['ORDER1', 'ORDER2']) await raise(ctx, { ...stock, subject })
  const [{ id } = { id: 0 }] = await listOpenAlerts(db)
  await transact(ctx, (work) => clearAlertById(work, id))
  expect(await listOpenAlerts(db)).toMatchObject([{ subject: 'ORDER2' }])
})

test('only alerts cleared long ago are deleted', async ({ db, ctx }) => {
  await raise(ctx)
  await raise(ctx, { ...stock, subject: 'ORDER2' })
  await transact(ctx, (work) => clearAlert(work, stock.kind, stock.subject))
  ctx.setNow(after(ctx.now(), 401 * day))
  await transact(ctx, forgetAlerts)
  expect(await db.select().from(alerts)).toMatchObject([{ subject: 'ORDER2' }])
})

async function mailAlerts(ctx: TestContext, desk: string | undefined, send: (mail: Mail) => void) {
  const [job] = alertJobs(async () => desk)
  const shop = {
    ...ctx,
    log: pino({ level: 'silent' }),
    facts: unsetFacts,
    mailer: { send: async (mail: Mail) => send(mail) },
  }
  await job?.run(shop as unknown as Shop, {})
}

test('staff get one email about all new alerts', async ({ ctx }) => {
  const sent: Mail[] = []
  await raise(ctx)
  await raise(ctx, { ...stock, subject: 'ORDER2' })
  await mailAlerts(ctx, 'desk@example.com', (mail) => sent.push(mail))
  await mailAlerts(ctx, 'desk@example.com', (mail) => sent.push(mail))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: 'desk@example.com' })
  expect(sent[0]?.text).toContain('ORDER1')
  expect(sent[0]?.text).toContain('ORDER2')
})

test('an alert whose email failed is sent at the next attempt', async ({ ctx }) => {
  const sent: Mail[] = []
  await raise(ctx)
  const refuse = () => {
    throw new Error('No mail server')
  }
  await mailAlerts(ctx, 'desk@example.com', refuse)
  ctx.setNow(after(ctx.now(), minute))
  await mailAlerts(ctx, 'desk@example.com', (mail) => sent.push(mail))
  expect(sent).toHaveLength(1)
})

test('without a staff address nothing is emailed, and the alert stays open', async ({ db, ctx }) => {
  const sent: Mail[] = []
  await raise(ctx)
  await mailAlerts(ctx, undefined, (mail) => sent.push(mail))
  expect(sent).toEqual([])
  expect(await listOpenAlerts(db)).toHaveLength(1)
})

test('that no email goes out is emailed once a day, however often it returns', async ({ ctx }) => {
  const outage = { kind: 'mail_outage', subject: 'mail', detail: 'No mail has gone out.' } as const
  const sent: Mail[] = []
  const run = () => mailAlerts(ctx, 'desk@example.com', (mail) => sent.push(mail))
  for (let hours = 0; hours < 24; hours++) {
    await raise(ctx, outage)
    await run()
    await transact(ctx, (work) => clearAlert(work, outage.kind, outage.subject))
    ctx.setNow(after(ctx.now(), hour))
  }
  expect(sent).toHaveLength(1)
  await raise(ctx, outage)
  await raise(ctx)
  await run()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.text).toContain(outage.detail)
})
