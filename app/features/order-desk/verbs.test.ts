import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { type Db, transact } from '#app/db/db.server.ts'
import { askDealer, calledInput } from '#app/features/dealers/store/requests.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { findOrder, findRevision, listEvents, listRefunds } from '#app/features/orders/store/read.server.ts'
import { makeLink, opensOrder } from '#app/features/orders/store/links.server.ts'
import { addDocument } from '#app/features/reservations/store/documents.server.ts'
import { keyedHashOf, secretToken } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { reserve } from '#test/buyer-steps.ts'
import { due, givenAgreed, givenPaid, givenPayment, givenReservation, stagesUpTo } from '#test/world.ts'
import { shopZone } from '#test/moment.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, startLines } from '#test/shop.ts'
import { visitor } from '#test/visitor.ts'
import { listNotes } from './sheet.server.ts'
import type { Acting } from './verb.server.ts'
import { anyVerb, type OrderVerb, orderVerbs as verbs, verbNames } from './verbs.server.ts'

type VerbInput<Verb extends OrderVerb> = Parameters<(typeof verbs)[Verb]['run']>[1]
type Ready<Verb extends OrderVerb> = { orderId: string; paymentCtx: PaymentContext; input: VerbInput<Verb> }

const paid = async <Input>(ctx: TestContext, input: Input) => ({ ...(await givenPaid(ctx)), input })
const reserved = async <Input>(ctx: TestContext, input: Input) => ({
  ...(await givenReservation(ctx)),
  input,
})

async function inReview<Input>(ctx: TestContext, input: Input) {
  const reservation = await givenReservation(ctx)
  await reservation.gates.review.close()
  return { ...reservation, input }
}

async function balanceDue<Input>(ctx: TestContext, input: Input) {
  const agreed = await givenAgreed(ctx)
  expect(await agreed.ask()).toMatchObject({ ok: true })
  return { ...agreed, input }
}

async function withDocument<Input>(ctx: TestContext, input: (document: string) => Input) {
  const order = await inReview(ctx, {})
  const id = crypto.randomUUID()
  const { orderId } = order
  const request = { documents: ['permit' as const], note: 'Your permit', dueOn: '2026-12-20' }
  expect(await verbs.ask_document.run(await actingOn(ctx, order), request)).toMatchObject({ ok: true })
  const file = { name: 'permit.pdf', type: 'application/pdf' as const, bytes: 10, hash: 'a'.repeat(64) }
  await transact(ctx, (work) => addDocument(work, { id, orderId, kind: 'permit', ...file }))
  return { ...order, input: input(id) }
}

const wholeRefund = {
  scope: 'all',
  dollars: '',
  stock: 'usual' as const,
  route: 'card' as const,
  reason: 'Asked for it',
  amountCents: 0,
}

const saidYes = { answer: 'accept', answeredBy: 'Sam Clerk', fee: '25', hours: 'Tue to Sat', reason: '' }

async function askAtTypedAddress(ctx: TestContext, orderId: string) {
  const request = await transact(ctx, async (work) => {
    const order = await findOrder(work.tx, orderId)
    return order && askDealer(work, order, { email: 'shop@example.com', source: 'buyer' })
  })
  expect(request).toMatchObject({ ok: true })
}

const ready: { [Verb in OrderVerb]: (ctx: TestContext) => Promise<Ready<Verb>> } = {
  approve: (ctx) => inReview(ctx, { note: 'Permit seen' }),
  ask_document: (ctx) =>
    inReview(ctx, { documents: ['permit'], note: 'The registration form', dueOn: '2026-12-20' }),
  accept_document: (ctx) => withDocument(ctx, (document) => ({ document })),
  refuse_document: (ctx) => withDocument(ctx, (document) => ({ document, reason: 'It has expired' })),
  decline: (ctx) => inReview(ctx, { note: 'No permit' }),
  settle_payment: async (ctx) => {
    await givenDrop(ctx.db)
    const buyer = await visitor(ctx)
    const { orderId } = await reserve(buyer, 'test-drop', 2, { card: /^Test card: held for review/ })
    const paymentCtx = givenPaymentContext(ctx)
    return { orderId, paymentCtx, input: { ruling: 'approve' as const, reason: 'Called the buyer' } }
  },
  send_agreement: (ctx) =>
    paid(ctx, { position: 0, variant: 'Night, 14.5 in', includes: 'Case and sling', price: 249_900 }),
  request_balance: async (ctx) => ({
    ...(await givenAgreed(ctx)),
    input: { position: 0, dueOn: undefined, county: 'Miami-Dade' },
  }),
  record_balance: (ctx) =>
    balanceDue(ctx, { position: 0, amount: due.totalCents, method: 'check', reference: '1042' }),
  extend_balance: (ctx) => balanceDue(ctx, { position: 0, dueOn: '2026-12-24', reason: 'Paid on the first' }),
  withdraw_balance: (ctx) => balanceDue(ctx, { position: 0, reason: 'Another variant' }),
  waive_balance: (ctx) => balanceDue(ctx, { position: 0, reason: 'Our mistake' }),
  move_stage: (ctx) =>
    reserved(ctx, {
      position: 0,
      to: 'agreed',
      onDay: undefined,
      note: '',
      backReason: '',
      overrideReason: '',
      carrier: undefined,
      tracking: '',
    }),
  correct_shipment: async (ctx) => {
    const { move, ...reservation } = await givenReservation(ctx)
    for (const stage of stagesUpTo('form3_approved')) await move(stage)
    await move('shipped', { carrier: 'ups', tracking: '1Z999' })
    const input = { position: 0, reason: 'Mistyped', carrier: 'ups' as const, tracking: '1Z998' }
    return { ...reservation, input }
  },
  set_dealer: async (ctx) => {
    const reservation = await givenReservation(ctx)
    const [, other] = await ctx.db.select().from(dealers).where(sql`state = 'FL'`).limit(2)
    return { ...reservation, input: verbs.set_dealer.input.parse({ license: asPrinted(other?.key) }) }
  },
  ask_dealer: async (ctx) => {
    const reservation = await givenReservation(ctx)
    await reservation.gates.dealer_accepted.close()
    return { ...reservation, input: { email: 'desk@dealer.example' } }
  },
  record_dealer_answer: (ctx) => reserved(ctx, calledInput.parse(saidYes)),
  confirm_dealer: async (ctx) => {
    const reservation = await givenReservation(ctx)
    await askAtTypedAddress(ctx, reservation.orderId)
    return { ...reservation, input: {} }
  },
  withdraw_dealer: (ctx) => reserved(ctx, { note: 'Closes', isBackWithUs: false }),
  close: (ctx) =>
    reserved(ctx, {
      position: 0,
      exit: 'changed_mind',
      note: 'As agreed',
      amount: 5_000,
      isReleased: false,
    }),
  note: (ctx) => paid(ctx, { text: 'Called' }),
  correct_buyer: (ctx) => paid(ctx, { name: 'Jo Buyer', email: 'jo@example.com', phone: null, state: 'FL' }),
  send_link: (ctx) => paid(ctx, { key: 'k'.repeat(16) }),
  end_links: (ctx) => paid(ctx, {}),
  refund: (ctx) => paid(ctx, wholeRefund),
  record_payout: async (ctx) => {
    const order = await givenPaid(ctx)
    await verbs.refund.run(await actingOn(ctx, order), { ...wholeRefund, route: 'check' })
    return { ...order, input: { refund: await refundOf(ctx, order), method: 'check', reference: '1042' } }
  },
  retry_refund: async (ctx) => {
    const order = await givenPaid(ctx)
    order.scripted.next('refused')
    await verbs.refund.run(await actingOn(ctx, order), wholeRefund)
    order.scripted.next('refunded')
    return { ...order, input: { refund: await refundOf(ctx, order) } }
  },
}

test('there is a row for every verb of the sheet', () => {
  expect(Object.keys(ready).toSorted()).toEqual(verbNames.toSorted())
})

for (const verb of verbNames)
  test(`${verb} is refused to whoever has not seen the newest change, writes nothing, then goes through`, async ({
    ctx,
  }) => {
    const order = await ready[verb](ctx)
    const perform = anyVerb(verb).run
    const stale = await actingOn(ctx, order)
    await verbs.note.run(await actingOn(ctx, order), { text: 'Somebody else was here' })
    const before = await contentsOf(ctx.db)
    ctx.queued.length = 0
    expect(await perform(stale, order.input)).toMatchObject({
      ok: false,
      why: 'changed',
      since: [{ kind: 'note', data: { by: 'Sam Desk' } }],
    })
    expect(await contentsOf(ctx.db)).toEqual(before)
    expect(ctx.queued).toEqual([])
    expect(await perform(await actingOn(ctx, order), order.input)).toMatchObject({ ok: true })
    expect((await listAuditEntries(ctx.db))[0]).toMatchObject({
      actor: 'Sam Desk <sam@example.com>',
      subject: order.orderId,
    })
  })

const asPrinted = (key = '') => key.replace(/(?=-\d{5}$)/, '-9A')

async function actingOn(
  { db }: TestContext,
  { orderId, paymentCtx }: Pick<Ready<'note'>, 'orderId' | 'paymentCtx'>,
): Promise<Acting> {
  return {
    ctx: { ...paymentCtx, keyedHash: keyedHashOf('test key') },
    member: { id: 'm', name: 'Sam Desk', email: 'sam@example.com', role: 'manager' },
    sellables: ordersOnSale,
    orderId,
    revision: await findRevision(db, orderId),
    by: 'Sam Desk',
    timeZone: shopZone,
    actor: 'Sam Desk <sam@example.com>',
  }
}

async function refundOf({ db }: TestContext, { orderId }: { orderId: string }): Promise<string> {
  return (await listRefunds(db, orderId))[0]?.id ?? ''
}

async function contentsOf(db: Db): Promise<Record<string, unknown>[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  )
  const digests = tables.map(
    ({ name }) => sql`select ${name}::text as name, (
      select md5(coalesce(string_agg(md5(each::text), '' order by md5(each::text)), ''))
      from ${sql.identifier(name)} each
    ) as digest`,
  )
  const { rows } = await db.execute(sql.join(digests, sql` union all `))
  expect(rows.length).toBeGreaterThan(50)
  return rows
}

test('a payment held for review is decided by one of two who decide it at once', async ({ ctx }) => {
  const order = await ready.settle_payment(ctx)
  const acting = await actingOn(ctx, order)
  const decide = (ruling: 'approve' | 'decline') =>
    verbs.settle_payment.run(acting, { ruling, reason: 'Called the buyer' })
  const outcomes = await Promise.all([decide('approve'), decide('decline')])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ why: 'changed' })
  const rulings = (await listAuditEntries(ctx.db)).filter(({ verb }) => verb === 'payment-review')
  expect(rulings).toHaveLength(1)
})

test('a payout that two people record at once is recorded by one of them', async ({ ctx }) => {
  const { shop, orderId, decide } = await givenPayment(ctx, 'invoice')
  await decide('captured')
  const order = { orderId, paymentCtx: shop }
  await verbs.refund.run(await actingOn(ctx, order), wholeRefund)
  const refund = await refundOf(ctx, order)
  const acting = await actingOn(ctx, order)
  const record = (reference: string) =>
    verbs.record_payout.run(acting, { refund, method: 'check', reference })
  const outcomes = await Promise.all([record('1042'), record('1043')])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await listAuditEntries(ctx.db)).filter(({ verb }) => verb === 'refund-paid')).toHaveLength(1)
})

test('a note is stored with its writer, and the history says only that there is one', async ({ ctx }) => {
  const order = await givenPaid(ctx)
  const { orderId } = order
  const load = () => actingOn(ctx, order)
  expect(await verbs.note.run(await load(), { text: 'Form is in the post' })).toEqual({ ok: true })
  expect(await listNotes(ctx.db, orderId)).toMatchObject([{ by: 'Sam Desk', text: 'Form is in the post' }])
  const event = (await listEvents(ctx.db, orderId)).at(-1)
  expect(event).toMatchObject({ kind: 'note', data: { by: 'Sam Desk' } })
  expect(JSON.stringify(await listAuditEntries(ctx.db))).not.toContain('post')
})

test('a refund pressed twice from one sheet is made once', async ({ ctx }) => {
  const order = await givenPaid(ctx)
  const { orderId } = order
  const load = () => actingOn(ctx, order)
  const acting = await load()
  const presses = await Promise.all([
    verbs.refund.run(acting, wholeRefund),
    verbs.refund.run(acting, wholeRefund),
  ])
  expect(presses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await listRefunds(ctx.db, orderId)).toMatchObject([{ reason: 'Asked for it' }])
})

test('a line is refunded by check and its item stays off sale', async ({ ctx }) => {
  const order = await givenPaid(ctx)
  const { orderId, unit } = order
  const load = () => actingOn(ctx, order)
  const input = { ...wholeRefund, scope: 'line 0', stock: 'keep' as const, route: 'check' as const }
  expect(await verbs.refund.run(await load(), input)).toMatchObject({ ok: true })
  const [refund] = await listRefunds(ctx.db, orderId)
  expect(refund).toMatchObject({ state: 'by_check', amountCents: 10_000 })
  const payout = { refund: refund?.id ?? '', method: 'check' as const, reference: '1042' }
  expect(await verbs.record_payout.run(await load(), payout)).toMatchObject({ ok: true })
  expect(await listRefunds(ctx.db, orderId)).toMatchObject([{ state: 'done', refundRef: '1042' }])
  expect(await unit()).toBe('taken')
  expect(await verbs.record_payout.run(await load(), payout)).toEqual(refuse('nothing_to_pay_out'))
})

test('the history names who refunded, chose a check, paid it, tried again and ended the links', async ({
  ctx,
}) => {
  const order = await givenPaid(ctx)
  const { orderId, scripted } = order
  const load = () => actingOn(ctx, order)
  const nobody = async () => {
    const staffs = ['refund_started', 'refund_by_check', 'links_ended']
    const events = await listEvents(ctx.db, orderId)
    return events
      .filter(({ kind, data }) => staffs.includes(kind) || (kind === 'refunded' && data.method))
      .filter(({ data }) => data.by !== 'Sam Desk')
  }
  await verbs.end_links.run(await load(), {})
  const part = { ...wholeRefund, scope: 'amount', amountCents: 500 }
  await verbs.refund.run(await load(), { ...part, route: 'check' })
  const [check] = await listRefunds(ctx.db, orderId)
  const payout = { refund: check?.id ?? '', method: 'check' as const, reference: '1042' }
  expect(await verbs.record_payout.run(await load(), payout)).toMatchObject({ ok: true })
  scripted.next('refused')
  await verbs.refund.run(await load(), part)
  const refused = (await listRefunds(ctx.db, orderId)).find(({ state }) => state === 'refused')
  scripted.next('refunded')
  await verbs.retry_refund.run(await load(), { refund: refused?.id ?? '' })
  expect((await listEvents(ctx.db, orderId)).filter(({ kind }) => kind === 'refund_started')).toHaveLength(3)
  expect(await nobody()).toEqual([])
})

test('a refund of another order is neither retried nor paid out from this sheet', async ({ ctx }) => {
  const order = await givenPaid(ctx)
  const { orderId, scripted } = order
  const load = () => actingOn(ctx, order)
  scripted.next('refused')
  await verbs.refund.run(await load(), wholeRefund)
  const [refund] = await listRefunds(ctx.db, orderId)
  const id = refund?.id ?? ''
  const other = await startLines(ctx, [{ kind: 'drop_unit', ref: { slug: 'test-drop', number: 1 } }])
  if (!other.ok) throw new Error(other.why)
  const revision = await findRevision(ctx.db, other.orderId)
  const elsewhere = { ...(await load()), orderId: other.orderId, revision }
  expect(await verbs.retry_refund.run(elsewhere, { refund: id })).toEqual(refuse('refund_not_found'))
  const payout = { refund: id, method: 'check' as const, reference: '1' }
  expect(await verbs.record_payout.run(elsewhere, payout)).toEqual(refuse('refund_not_found'))
  expect(await listRefunds(ctx.db, orderId)).toMatchObject([{ state: 'refused' }])
})

test('ended links open nothing, and a sent one is mailed to the buyer', async ({ ctx }) => {
  const order = await givenPaid(ctx)
  const { orderId } = order
  const load = () => actingOn(ctx, order)
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  await verbs.end_links.run(await load(), {})
  expect(await opensOrder(ctx, orderId, token)).toBe(false)
  await verbs.send_link.run(await load(), { key: secretToken() })
  expect(ctx.queued.at(-1)).toMatchObject({ job: 'mail-order-link', payload: { orderId } })
})
