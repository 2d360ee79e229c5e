import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { reservationJobs } from '../jobs.server.ts'
import { closeReservation } from '../store/close.server.ts'
import { moveReservation } from '../store/move.server.ts'
import { requestDocument } from '../store/documents.server.ts'
import { acceptRefusalWords, findReservation, sendAgreement } from '../store/agreement.server.ts'
import { exitRows } from '../rules.ts'
import { action, loader } from './agreement.tsx'
import { loader as loadProgress } from './progress.tsx'

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const held = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, held.orderId, reservationForm())
  const { orderId, cookies } = held
  const terms = {
    orderId,
    position: 0,
    variant: 'Black, 10.3 in',
    includes: 'Case',
    priceCents: 249_900,
    by: 'sam',
  }
  const at = (form?: Record<string, string>, position = '0') =>
    visit(shop, {
      path: `/orders/${orderId}/agreement/${position}`,
      params: { order: orderId, position },
      cookies,
      ...(form && { form }),
    })
  return {
    shop,
    orderId,
    send: (more: Partial<typeof terms> = {}) =>
      transact(ctx, (work) => sendAgreement(work, ordersOnSale, { ...terms, ...more })),
    open: (position?: string) => answerOf(() => loader(at(undefined, position))),
    accept: (form: Record<string, string>) => answerOf(() => action(at(form))),
    terms: () => findReservation(ctx.db, orderId, 0),
    stage: async () => (await findOrder(ctx.db, orderId))?.lines[0]?.stage,
    progress: async (path = `/orders/${orderId}`) =>
      (await answerOf(() => loadProgress(visit(shop, { path, params: { order: orderId }, cookies }))))
        .value as Awaited<ReturnType<typeof loadProgress>>,
    mail: async () => {
      const jobs = [...reservationJobs(ordersOnSale), ...jobsOfOrders(ordersOnSale)]
      for (const { job, payload } of ctx.queued.splice(0))
        await jobs.find(({ name }) => name === job)?.run(shop, payload)
      return shop.sent
    },
  }
}

test('staff fix the price, the buyer is mailed, accepts, and the reservation is agreed', async ({ ctx }) => {
  const { send, mail, open, accept, terms, stage, progress, orderId } = await given(ctx)
  expect(await open()).toMatchObject({ status: 404 })
  expect(await send()).toEqual({ ok: true })
  const sent = (await mail()).find(({ subject }) => subject.startsWith('Your final price'))
  expect(sent?.text).toContain('Final price: $2,499.00')
  expect(sent?.text).toContain('Balance before tax: $2,399.00')
  expect(sent?.text).toMatch(new RegExp(`/orders/${orderId}\\?key=[\\w-]+&to=/orders/${orderId}/agreement/0`))
  expect((await progress()).todo).toContainEqual(
    expect.objectContaining({ to: `/orders/${orderId}/agreement/0` }),
  )
  const { value } = await open()
  const { sentAt, sentence } = value as { sentAt: string; sentence: string }
  expect(value).toMatchObject({ mayAccept: true, asksTransferee: true, acceptedOn: '' })
  expect(await accept({ terms: sentAt, accept: 'yes', transferee: 'trust' })).toMatchObject({
    status: 303,
    location: `/orders/${orderId}`,
  })
  expect(await terms()).toMatchObject({
    acceptedAt: ctx.now(),
    acceptedSentence: sentence,
    agreementVersion: '2026-11',
    transferee: 'trust',
  })
  expect(await stage()).toBe('agreed')
  expect(await open()).toMatchObject({ value: { mayAccept: false, acceptedOn: 'Nov 20, 2026' } })
  expect(await accept({ terms: sentAt, accept: 'yes', transferee: 'individual' })).toMatchObject({
    status: 303,
  })
  expect(await terms()).toMatchObject({ transferee: 'trust' })
  const shown = await progress()
  expect(shown.progress).toMatchObject([
    { stage: 'agreed', days: { reserved: '2026-11-20', agreed: '2026-11-20' } },
  ])
  expect(shown.sheets).toMatchObject([
    {
      to: `/orders/${orderId}/agreement/0`,
      rows: expect.arrayContaining([{ term: 'Final price', value: '$2,499.00' }]),
    },
  ])
})

test('the buyer checks the box and says who will own it', async ({ ctx }) => {
  const { send, open, accept, stage } = await given(ctx)
  await send()
  const { sentAt } = (await open()).value as { sentAt: string }
  const refusal = (why: keyof typeof acceptRefusalWords) => ({
    status: 409,
    value: { refusal: acceptRefusalWords[why] },
  })
  expect(await accept({ terms: sentAt, transferee: 'trust' })).toMatchObject(refusal('not_confirmed'))
  expect(await accept({ terms: sentAt, accept: 'yes' })).toMatchObject(refusal('transferee_missing'))
  expect(await accept({ terms: sentAt, accept: 'yes', transferee: 'x' })).toMatchObject(
    refusal('transferee_missing'),
  )
  expect(await stage()).toBe('reserved')
})

test('terms are not accepted once an owner moved the order past them', async ({ ctx }) => {
  const { send, open, accept, terms, orderId } = await given(ctx)
  await send()
  const { sentAt } = (await open()).value as { sentAt: string }
  const place = { sellables: ordersOnSale, timeZone: 'America/New_York' }
  const past = { orderId, to: 'agreed' as const, by: 'sam', overrideReason: 'Signed on paper' }
  expect(await transact(ctx, (work) => moveReservation(work, place, past))).toMatchObject({ ok: true })
  expect(await accept({ terms: sentAt, accept: 'yes', transferee: 'trust' })).toMatchObject({ status: 409 })
  expect(await terms()).toMatchObject({ acceptedAt: null })
})

test('terms that changed since the page was opened are not accepted', async ({ ctx }) => {
  const { send, open, accept, terms } = await given(ctx)
  await send()
  const { sentAt } = (await open()).value as { sentAt: string }
  ctx.setNow(new Date(ctx.now().getTime() + 1_000))
  await send({ priceCents: 259_900 })
  expect(await accept({ terms: sentAt, accept: 'yes', transferee: 'trust' })).toMatchObject({
    status: 409,
    value: { refusal: acceptRefusalWords.terms_changed },
  })
  expect(await terms()).toMatchObject({ priceCents: 259_900, acceptedAt: null })
})

test('terms wait for the review, and agreed ones are replaced only from the start', async ({ ctx }) => {
  const { send, open, accept, orderId } = await given(ctx)
  await ctx.db.update(orders).set({ buyerState: 'MD' })
  expect(await send()).toEqual({ ok: false, why: 'in_review' })
  await ctx.db.update(orders).set({ buyerState: 'FL' })
  expect(await send({ priceCents: 9_999 })).toEqual({ ok: false, why: 'below_deposit' })
  expect(await send({ variant: ' ' })).toEqual({ ok: false, why: 'terms_missing' })
  expect(await send({ position: 3 })).toEqual({ ok: false, why: 'no_such_line' })
  await send()
  const { sentAt } = (await open()).value as { sentAt: string }
  await accept({ terms: sentAt, accept: 'yes', transferee: 'individual' })
  expect(await send()).toEqual({ ok: false, why: 'already_agreed' })
  const lifeCtx = { sellables: ordersOnSale, timeZone: 'America/New_York' }
  const back = { orderId, to: 'reserved' as const, by: 'sam', backReason: 'other barrel' }
  await transact(ctx, (work) => moveReservation(work, lifeCtx, back))
  expect(await open()).toMatchObject({ value: { mayAccept: true } })
  expect(await send({ priceCents: 259_900 })).toEqual({ ok: true })
})

test('a rule that changed in the meantime holds the stage back, and the acceptance stays', async ({
  ctx,
}) => {
  const { send, open, accept, stage, terms, orderId } = await given(ctx)
  await send()
  const { sentAt } = (await open()).value as { sentAt: string }
  await ctx.db.update(orders).set({ buyerState: 'MD' })
  expect(await accept({ terms: sentAt, accept: 'yes', transferee: 'individual' })).toMatchObject({
    status: 303,
  })
  expect([await stage(), (await terms())?.acceptedAt]).toEqual(['reserved', ctx.now()])
  expect((await listEvents(ctx.db, orderId)).map(({ kind }) => kind)).toContain('agreement_accepted')
})

test('the page says what to do: documents and the dealer', async ({ ctx }) => {
  const { progress, orderId, mail } = await given(ctx)
  const request = {
    orderId,
    note: 'A copy of your permit.',
    by: 'sam',
    dueOn: '2026-12-01',
    today: '2026-11-20',
    documents: ['permit' as const],
  }
  await transact(ctx, (work) => requestDocument(work, ordersOnSale, request))
  const { todo } = await progress()
  expect(todo.map(({ text }) => text).join(' ')).toContain('by Dec 1, 2026: A copy of your permit.')
  expect(todo).toContainEqual(expect.objectContaining({ to: `/orders/${orderId}/dealer` }))
  expect((await mail()).at(-1)?.text).toContain('Please send it by Dec 1, 2026.')
  // The page around it takes the secret out of the address.
  expect(await progress(`/orders/${orderId}?key=x`)).toEqual({ progress: [], todo: [], sheets: [] })
})

test('an ended reservation says why, and what goes back', async ({ ctx }) => {
  const { progress, orderId, mail } = await given(ctx)
  const note = 'We agreed on this by email.'
  const closing = { orderId, position: 0, exit: 'changed_mind' as const, amountCents: 4_000, note, by: 'sam' }
  expect(await transact(ctx, (work) => closeReservation(work, ordersOnSale, closing))).toMatchObject({
    ok: true,
  })
  const [shown] = (await progress()).progress
  expect(shown).toMatchObject({
    stage: 'canceled',
    ended: [exitRows.changed_mind.text, note, expect.any(String)],
  })
  expect(shown?.ended.at(-1)).toContain('$40.00 of what you paid to reserve it goes back')
  const sent = (await mail()).find(({ subject }) => subject.startsWith(exitRows.changed_mind.title))
  for (const paragraph of shown?.ended ?? []) expect(sent?.text).toContain(paragraph)
})

test('while its deposit goes back no price is sent, and one that was sent is not accepted', async ({
  ctx,
}) => {
  const { send, open, accept, terms, stage, orderId } = await given(ctx)
  await send()
  const { sentAt } = (await open()).value as { sentAt: string }
  await transact(ctx, (work) => requestOperatorRefund(work, ordersOnSale, orderId, { position: 0 }))
  expect(await send()).toEqual({ ok: false, why: 'refund_under_way' })
  expect(await accept({ terms: sentAt, accept: 'yes', transferee: 'trust' })).toMatchObject({
    status: 409,
    value: { refusal: acceptRefusalWords.refund_under_way },
  })
  expect([(await terms())?.acceptedAt, await stage()]).toEqual([null, 'reserved'])
})
