import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditLog } from '#app/access/tables.ts'
import { subscriptionJobs } from '#app/features/subscriptions/jobs.server.ts'
import { removeFromLists, countLists, findAddresses } from '#app/features/subscriptions/store/links.server.ts'
import { findWritten } from '#app/features/subscriptions/store/announce.server.ts'
import { subscriptionDeskJobs } from './mails.server.ts'
import { findResult, forms, writingInput } from './routes/announcement.tsx'
import { action as removal } from './routes/lists.tsx'
import type { Topic } from '#app/features/subscriptions/rules.ts'
import { subscribers, subscriptions } from '#app/features/subscriptions/tables.ts'
import { secretToken } from '#app/kit/ids.ts'
import { after, minute } from '#app/kit/clock.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { topicSources } from '#app/topics.server.ts'
import { transact } from '#app/db/db.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobRunner } from '#test/jobs.ts'
import { givenStaff, runForm } from '#test/staff.ts'
import { givenShop } from '#test/visit.ts'

const jobs = [...subscriptionJobs(topicSources), ...subscriptionDeskJobs]
const writing = {
  topic: 'newsletter' as const,
  subject: 'Two weeks of Outlaw',
  body: 'The window opens.\n\nTwenty numbers.',
  button: 'See it',
  path: '/drops',
}
const deskOf = (ctx: TestContext) => ({ ctx, by: 'M. Sample', actor: 'M. Sample <manager@example.com>' })
type Desk = ReturnType<typeof deskOf>
type Writing = Omit<typeof writing, 'topic'> & { topic: Topic }
type Seen = { id: string; revision: number }

const writeAnnouncement = (desk: Desk, input: Writing & { key: string }) =>
  runForm(forms.write, desk, { input })
const changeAnnouncement = (desk: Desk, { id, ...input }: Writing & Seen) =>
  runForm(forms.save, desk, { params: { announcement: id }, input })
const sendAnnouncement = (desk: Desk, { id, revision }: Seen) =>
  runForm(forms.send, desk, { params: { announcement: id }, input: { revision, confirm: 'yes' } })
const discardAnnouncement = (desk: Desk, id: string) =>
  runForm(forms.discard, desk, { params: { announcement: id }, input: {} })
const takeOffLists = (desk: Desk, { subscriberId, topic }: { subscriberId: string; topic?: Topic }) =>
  runForm(removal, desk, { input: { subscriber: subscriberId, topic } })
const shopOn = (ctx: TestContext) => ({ ...ctx, ...givenShop(ctx) })

const { run, workOff } = jobRunner(jobs)

async function readers({ db, now }: TestContext, count: number, confirmed = true) {
  const people = await db
    .insert(subscribers)
    .values(
      Array.from({ length: count }, (_, at) => ({ email: `reader${at}@example.com`, createdAt: now() })),
    )
    .returning()
  await db.insert(subscriptions).values(
    people.map(({ id }) => ({
      subscriberId: id,
      topic: 'newsletter' as const,
      consentVersion: '2026-11.2',
      consentWords: 'Yes',
      joinedAt: now(),
      requestedAt: now(),
      ...(confirmed && { confirmedAt: now() }),
    })),
  )
  return people.map(({ id }) => id)
}

test('a written announcement reaches everybody on its list once, and counts what became of it', async ({
  ctx,
  db,
}) => {
  const shop = shopOn(ctx)
  await readers(ctx, 7)
  const { id } = await writeAnnouncement(deskOf(ctx), { ...writing, key: secretToken() })
  expect(await sendAnnouncement(deskOf(ctx), { id, revision: 1 })).toEqual({ ok: true })
  await workOff(shop)
  expect(shop.sent.map(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: 7 }, (_, at) => `reader${at}@example.com`),
  )
  expect(shop.sent[0]).toMatchObject({
    subject: writing.subject,
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  expect(shop.sent[0]?.text).toContain('Twenty numbers.')
  const found = await findWritten(db, id)
  expect(found).toMatchObject({ state: 'sent', receivers: 7 })
  expect(found && (await findResult(db, found))).toEqual({ sent: 7, failed: 0, unsubscribed: 0 })
  await workOff(shop)
  expect(shop.sent).toHaveLength(7)
})

test('a worker that dies after mailing and before recording it mails nobody twice', async ({ ctx }) => {
  const shop = shopOn(ctx)
  await readers(ctx, 120)
  const { id } = await writeAnnouncement(deskOf(ctx), { ...writing, key: secretToken() })
  await sendAnnouncement(deskOf(ctx), { id, revision: 1 })
  const mailing = shop.queued.find(({ job }) => job === 'mail-announcement')
  // The database goes away for the note about progress, after the first batch went out: what a killed process leaves.
  const dying = {
    ...shop,
    enqueueIn: shop.enqueueIn,
    db: new Proxy(shop.db, {
      get(own, name) {
        if (name === 'transaction' && shop.sent.length >= 50) throw new Error('killed')
        return Reflect.get(own, name) as unknown
      },
    }),
  }
  await expect(run(dying, 'mail-announcement', mailing?.payload)).rejects.toThrow('killed')
  const first = shop.sent.length
  expect(first).toBeGreaterThanOrEqual(50)
  expect(first).toBeLessThan(120)
  await run(shop, 'mail-announcement', mailing?.payload)
  expect(shop.sent).toHaveLength(120)
  expect(new Set(shop.sent.map(({ to }) => to)).size).toBe(120)
})

test('with two people at one draft the second sees what the first wrote, and only the text that was read is sent', async ({
  ctx,
}) => {
  await readers(ctx, 1)
  const { id } = await writeAnnouncement(deskOf(ctx), { ...writing, key: secretToken() })
  await changeAnnouncement(
    { ...deskOf(ctx), by: 'Another' },
    { ...writing, id, revision: 1, subject: 'Theirs' },
  )
  expect(
    await changeAnnouncement(deskOf(ctx), { ...writing, id, revision: 1, subject: 'Mine' }),
  ).toMatchObject({
    why: 'changed',
    now: { subject: 'Theirs', changedBy: 'Another' },
  })
  expect(await sendAnnouncement(deskOf(ctx), { id, revision: 1 })).toMatchObject({
    why: 'changed',
  })
})

test('nothing is sent to a list without confirmed readers, and who leaves meanwhile gets nothing', async ({
  ctx,
  db,
}) => {
  const shop = shopOn(ctx)
  const { id } = await writeAnnouncement(deskOf(ctx), { ...writing, key: secretToken() })
  await readers(ctx, 2, false)
  expect(await sendAnnouncement(deskOf(ctx), { id, revision: 1 })).toMatchObject({
    why: 'nobody',
  })
  await db.update(subscriptions).set({ confirmedAt: ctx.now() })
  await sendAnnouncement(deskOf(ctx), { id, revision: 1 })
  const [reader] = await findAddresses(db, 'READER1', 5)
  ctx.setNow(after(ctx.now(), minute))
  expect(await takeOffLists(deskOf(ctx), { subscriberId: reader?.id ?? '' })).toMatchObject({ lists: 1 })
  await workOff(shop)
  expect(shop.sent.map(({ to }) => to)).toEqual(['reader0@example.com'])
  const found = await findWritten(db, id)
  expect(found && (await findResult(db, found))).toMatchObject({ sent: 1, unsubscribed: 1 })
})

test('what has started is not started again, and only who leaves its list afterwards counts', async ({
  ctx,
  db,
}) => {
  const shop = shopOn(ctx)
  const [early = '', late = '', other = ''] = await readers(ctx, 4)
  await takeOffLists(deskOf(ctx), { subscriberId: early })
  ctx.setNow(after(ctx.now(), minute))
  const { id } = await writeAnnouncement(deskOf(ctx), { ...writing, key: secretToken() })
  await sendAnnouncement(deskOf(ctx), { id, revision: 1 })
  await workOff(shop)
  expect(await findWritten(db, id)).toMatchObject({ receivers: 3 })
  await takeOffLists(deskOf(ctx), { subscriberId: late })
  await db.update(subscriptions).set({ topic: 'tax' }).where(eq(subscriptions.subscriberId, other))
  await takeOffLists(deskOf(ctx), { subscriberId: other })
  expect(await sendAnnouncement(deskOf(ctx), { id, revision: 1 })).toMatchObject({ why: 'not_a_draft' })
  expect(await changeAnnouncement(deskOf(ctx), { ...writing, id, revision: 1 })).toMatchObject({
    why: 'not_a_draft',
  })
  expect(await discardAnnouncement(deskOf(ctx), id)).toMatchObject({ why: 'not_a_draft' })
  const found = await findWritten(db, id)
  expect(found).toMatchObject({ receivers: 3 })
  expect(found && (await findResult(db, found))).toMatchObject({ unsubscribed: 1 })
})

test('a deleted draft is gone, and the address of none is answered', async ({ ctx }) => {
  const desk = deskOf(ctx)
  const { id } = await writeAnnouncement(desk, { ...writing, key: secretToken() })
  expect(await discardAnnouncement(desk, id)).toMatchObject({ ok: true })
  for (const gone of [id, 'no-id']) {
    const at = { id: gone, revision: 1 }
    const refusal = { why: 'not_found' }
    expect(await changeAnnouncement(desk, { ...writing, ...at })).toMatchObject(refusal)
    expect(await sendAnnouncement(desk, { ...at })).toMatchObject(refusal)
    expect(await discardAnnouncement(desk, gone)).toMatchObject(refusal)
  }
})

test('an address is taken off one list or all, once, and the log does not name it', async ({ ctx, db }) => {
  const [first = '', second = ''] = await readers(ctx, 2)
  expect(await countLists(db)).toEqual([
    { topic: 'newsletter', title: null, confirmed: 2, pending: 0, ended: 0 },
  ])
  expect(await takeOffLists(deskOf(ctx), { subscriberId: first, topic: 'tax' })).toMatchObject({
    why: 'not_on_list',
  })
  await takeOffLists(deskOf(ctx), { subscriberId: first, topic: 'newsletter' })
  expect(await transact(ctx, (work) => removeFromLists(work, { subscriberId: first }))).toMatchObject({
    why: 'not_on_list',
  })
  expect(await countLists(db)).toMatchObject([{ confirmed: 1, ended: 1 }])
  expect((await findAddresses(db, 'reader', 9)).map(({ lists }) => lists[0]?.state)).toEqual([
    'ended',
    'confirmed',
  ])
  const log = await db.select().from(auditLog)
  expect(log).toMatchObject([{ verb: 'subscription-remove', subject: first, data: { list: 'newsletter' } }])
  expect(JSON.stringify(log)).not.toContain('reader0')
  expect(second).not.toBe('')
})

test('a test goes to the member alone, and says that it is one', async ({ ctx }) => {
  const shop = shopOn(ctx)
  await readers(ctx, 3)
  const { member } = await givenStaff(ctx, 'manager')
  const { id } = await writeAnnouncement(deskOf(ctx), { ...writing, key: secretToken() })
  const desk = { ...deskOf(ctx), member }
  await runForm(forms.test, desk, { params: { announcement: id }, input: { key: secretToken() } })
  await workOff(shop)
  expect(shop.sent).toMatchObject([
    {
      to: 'manager@example.com',
      subject: `Test: ${writing.subject}`,
      text: expect.stringContaining(`you signed up on ${formatLongDay(ctx.now(), shop.timeZone)}: `),
    },
  ])
})

test('the button links to the shop, and the text is not empty', () => {
  const pathErrors = (path: string) => writingInput.safeParse({ ...writing, path }).success
  expect(['/', '/drops', '/build?platform=ar', '/faq#shipping'].map(pathErrors)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['//evil.example', 'https://evil.example', 'drops', '/\\evil', '/a b'].map(pathErrors)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
  expect(writingInput.safeParse({ ...writing, body: ' \n\n ' }).success).toBe(false)
  expect(writingInput.safeParse({ ...writing, topic: 'returned-units:noir' }).success).toBe(false)
})
