import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { auditLog } from '#app/access/tables.ts'
import { findMessage, receiveMessage, listReplies } from '#app/features/contact/store.server.ts'
import { addNote } from '#app/features/order-desk/sheet.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid, buildsOnSale, givenSubmittedBuild } from '#test/world.ts'
import { runForm } from '#test/staff.ts'
import { givenShop } from '#test/visit.ts'
import { subscribers, subscriptions } from '#app/features/subscriptions/tables.ts'
import { forms } from './routes/message.tsx'
import { deleteData, deleteHoldings, exportData, readHoldings } from './store/holdings.server.ts'

const email = 'buyer@example.com'
const deskOf = (ctx: TestContext) => ({ ctx, by: 'D. Sample', actor: 'D. Sample <desk@example.com>' })

type Desk = ReturnType<typeof deskOf>
type Reply = { text: string; key: string; seen: number }

const press = (desk: Desk, message: string, verb: 'take' | 'give_back' | 'answered' | 'reopen') =>
  runForm(forms[verb], desk, { params: { message }, input: {} })
const answerMessage = (desk: Desk, message: string, input: Reply) =>
  runForm(forms.reply, desk, { params: { message }, input })

const write = (ctx: TestContext, from: string, subject: 'general' | 'legal' = 'general') =>
  transact(ctx, (work) =>
    receiveMessage(work, {
      formKey: 'a-key-of-this-very-form',
      firstName: 'Jordan',
      lastName: 'Buyer',
      email: from,
      subject,
      message: 'Hello',
    }),
  )

async function subscribe({ db, now }: TestContext, address: string) {
  const [owner] = await db.insert(subscribers).values({ email: address, createdAt: now() }).returning()
  await db.insert(subscriptions).values({
    subscriberId: owner?.id ?? '',
    topic: 'newsletter',
    consentVersion: '1',
    consentWords: 'Yes',
    joinedAt: now(),
    requestedAt: now(),
  })
}

test('what we hold of a sender is exported, in any letter case, and audited', async ({ ctx, db }) => {
  const id = await write(ctx, email, 'legal')
  await write(ctx, 'Buyer@Example.com')
  await write(ctx, 'other@example.com')
  const exported = await exportData({ ...deskOf(ctx), ctx: givenShop(ctx) }, id)
  if (!exported.ok) throw new Error(exported.why)
  expect(exported.data.messages.map((message) => message.email).toSorted()).toEqual([
    'Buyer@Example.com',
    email,
  ])
  expect(JSON.stringify(exported)).not.toMatch(/tokenHash|onceKey/)
  expect(await db.select().from(auditLog)).toMatchObject([{ verb: 'data-export', subject: id }])
})

test('a deletion removes the data of that address only, and what was written about the law stays', async ({
  ctx,
  db,
}) => {
  const id = await write(ctx, email, 'legal')
  const other = await write(ctx, 'other@example.com')
  await write(ctx, email)
  await subscribe(ctx, email)
  await subscribe(ctx, 'other@example.com')
  expect(await deleteData(deskOf(ctx), id)).toMatchObject({ ok: true })
  expect(await readHoldings(db, email)).toMatchObject({ messages: [{ id }], subscriptions: [] })
  expect(await findMessage(db, other)).toBeDefined()
  expect(await db.select().from(subscribers)).toMatchObject([{ email: 'other@example.com' }])
  expect(await db.select().from(auditLog)).toMatchObject([{ data: { messages: 1, subscriptions: 1 } }])
})

test('only a message about the law exports or deletes', async ({ ctx, db }) => {
  const id = await write(ctx, email)
  const desk = { ...deskOf(ctx), ctx: givenShop(ctx) }
  expect(await exportData(desk, id)).toEqual({ ok: false, why: 'not_requested' })
  expect(await deleteData(desk, id)).toEqual({ ok: false, why: 'not_requested' })
  expect(await deleteData(desk, 'NOTHING')).toEqual({ ok: false, why: 'no_such_message' })
  expect(await db.$count(auditLog)).toBe(0)
})

test('who answered a message first stays noted until it is reopened', async ({ ctx, db }) => {
  const id = await write(ctx, email)
  await press(deskOf(ctx), id, 'answered')
  await press({ ...deskOf(ctx), by: 'Another' }, id, 'answered')
  expect(await findMessage(db, id)).toMatchObject({ answeredBy: 'D. Sample' })
  await press(deskOf(ctx), id, 'reopen')
  expect(await findMessage(db, id)).toMatchObject({ answeredAt: null, answeredBy: null })
  expect(await press(deskOf(ctx), 'NOTHING', 'answered')).toMatchObject({ why: 'no_such_message' })
})

test('an answer is mailed once, closes its message, stays with it and is exported', async ({ ctx, db }) => {
  const id = await write(ctx, email)
  const reply = { text: 'It ships on Monday.', key: 'a-key-of-this-very-form', seen: 0 }
  expect(await answerMessage(deskOf(ctx), id, reply)).toEqual({ ok: true, isFirst: true })
  expect(await answerMessage(deskOf(ctx), id, reply)).toEqual({ ok: true, isFirst: false })
  await ctx.handOn()
  expect(ctx.queued.filter(({ job }) => job === 'mail-message-reply')).toHaveLength(1)
  expect(await findMessage(db, id)).toMatchObject({ answeredBy: 'D. Sample' })
  expect(await readHoldings(db, email)).toMatchObject({
    messages: [{ replies: [{ text: 'It ships on Monday.', by: 'D. Sample' }] }],
  })
  expect(JSON.stringify(await db.select().from(auditLog))).not.toContain('Monday')
  expect(await answerMessage(deskOf(ctx), 'NOTHING', reply)).toMatchObject({ why: 'no_such_message' })
  await deleteData(deskOf(ctx), await write(ctx, email, 'legal'))
  expect(await findMessage(db, id)).toBeUndefined()
})

test('an answer that was changed before it was sent again is another one', async ({ ctx, db }) => {
  const id = await write(ctx, email)
  const reply = (text: string) => answerMessage(deskOf(ctx), id, { text, key: 'k'.repeat(16), seen: 0 })
  expect(await reply('It costs $145.')).toEqual({ ok: true, isFirst: true })
  expect(await reply('It costs $1,450.')).toEqual({ ok: true, isFirst: true })
  expect(await reply('It costs $1,450.')).toEqual({ ok: true, isFirst: false })
  expect((await listReplies(db, [id])).map(({ text }) => text)).toEqual([
    'It costs $145.',
    'It costs $1,450.',
  ])
  expect(ctx.queued.filter(({ job }) => job === 'mail-message-reply')).toHaveLength(2)
})

test('two people who answer the same message do not both mail it, unless the second has read the first', async ({
  ctx,
  db,
}) => {
  const id = await write(ctx, email)
  const mine = { text: 'It ships on Monday.', key: 'k'.repeat(16), seen: 0 }
  const other = { ...deskOf(ctx), by: 'Another' }
  const theirs = { text: 'On Tuesday.', key: 'o'.repeat(16), seen: 0 }
  await answerMessage(deskOf(ctx), id, mine)
  expect(await answerMessage(other, id, theirs)).toMatchObject({ why: 'answered_meanwhile' })
  const [first] = await listReplies(db, [id])
  expect(await answerMessage(other, id, { ...theirs, seen: first?.id ?? 0 })).toEqual({
    ok: true,
    isFirst: true,
  })
  expect(await answerMessage(deskOf(ctx), id, mine)).toEqual({ ok: true, isFirst: false })
  expect(ctx.queued.filter(({ job }) => job === 'mail-message-reply')).toHaveLength(2)
})

test('a message is taken on and given back, with who had it before', async ({ ctx, db }) => {
  const id = await write(ctx, email)
  await press(deskOf(ctx), id, 'take')
  expect(await findMessage(db, id)).toMatchObject({ assignedTo: 'D. Sample' })
  await press({ ...deskOf(ctx), by: 'Another' }, id, 'take')
  await press(deskOf(ctx), id, 'give_back')
  expect(await findMessage(db, id)).toMatchObject({ assignedTo: null })
  expect((await db.select().from(auditLog)).at(1)).toMatchObject({
    verb: 'message-assign',
    data: { before: { assignedTo: 'D. Sample' }, after: { assignedTo: 'Another' } },
  })
})

test('an export holds an order with its whole life', async ({ ctx, db }) => {
  const paid = await givenPaid(ctx)
  await transact(ctx, (work) =>
    addNote(work, paid.orderId, { by: 'D. Sample', text: 'Called about the case' }),
  )
  await paid.give({ position: 1, amountCents: 500 })
  const own = (await findOrder(db, paid.orderId))?.buyerEmail ?? ''
  const { orders } = await readHoldings(db, own.toUpperCase())
  expect(orders).toMatchObject([
    {
      id: paid.orderId,
      notes: [{ text: 'Called about the case' }],
      refunds: [{ amountCents: 500 }],
      payments: [{ state: 'captured' }],
    },
  ])
  expect(orders[0]).toMatchObject({ parcels: [], reviews: [], terms: [], balances: [], dealerRequests: [] })
  expect(JSON.stringify(orders)).not.toMatch(/tokenHash|idempotencyKey|requestFingerprint/)
})

test('a deletion keeps a paid order and empties an unpaid one that ended, of that buyer only', async ({
  ctx,
  db,
}) => {
  const paid = await givenPaid(ctx)
  const own = (await findOrder(db, paid.orderId))?.buyerEmail ?? ''
  const [order] = await db.select().from(orders).where(eq(orders.id, paid.orderId))
  if (!order) throw new Error('There is no order')
  const expired = { ...order, state: 'expired' as const, paidAt: null }
  await db.insert(orders).values([
    { ...expired, id: 'UNPAID0001', idempotencyKey: 'k1', requestFingerprint: 'f1' },
    {
      ...expired,
      id: 'UNPAID0002',
      idempotencyKey: 'k2',
      requestFingerprint: 'f2',
      buyerEmail: 'other@example.com',
    },
  ])
  await transact(ctx, (work) => deleteHoldings(work, own))
  const emails = Object.fromEntries(
    (await db.select({ id: orders.id, email: orders.buyerEmail }).from(orders)).map(({ id, email: to }) => [
      id,
      to,
    ]),
  )
  expect(emails).toMatchObject({ [paid.orderId]: own, UNPAID0001: null, UNPAID0002: 'other@example.com' })
})

test('a deletion leaves what its sender is paying for now, and takes it once that checkout has ended', async ({
  ctx,
  db,
}) => {
  const id = await write(ctx, email, 'legal')
  const build = await givenSubmittedBuild(ctx, { email })
  const held = await build.hold()
  if (!held.ok) throw new Error(held.why)
  await deleteData(deskOf(ctx), id)
  expect((await readHoldings(db, email)).builds).toMatchObject([{ slotState: 'held' }])
  await transact(ctx, (work) => cancelHold(work, buildsOnSale, held.orderId))
  await deleteData(deskOf(ctx), id)
  expect((await readHoldings(db, email)).builds).toEqual([])
})
