import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import type { RequestInput } from './input.ts'
import {
  requestData,
  closeRequest,
  confirmRequest,
  countOpenRequests,
  findOwnRequest,
  findRequest,
  forgetRequests,
  listClosedRequests,
  listOpenRequests,
  setRequestToken,
} from './store.server.ts'

const form: RequestInput = { kind: 'access', email: 'buyer@example.com', order: null, details: '' }
const ask = (ctx: TestContext, values: Partial<RequestInput> = {}) =>
  transact(ctx, (work) => requestData(work, { ...form, ...values }))
const confirm = (ctx: TestContext, id: string) => transact(ctx, (work) => confirmRequest(work, id))
const later = (ctx: TestContext, ms: number) => ctx.setNow(after(ctx.now(), ms))

test('a request is stored with its 45-day clock, and its owner confirms by email', async ({ db, ctx }) => {
  const id = await ask(ctx)
  expect(await findRequest(db, id)).toMatchObject({
    dueAt: after(ctx.now(), 45 * day),
    confirmedAt: null,
    tokenHash: null,
  })
  expect(ctx.queued).toEqual([{ job: 'mail-data-request', payload: { requestId: id } }])
})

test('the same request sent twice within a minute is one', async ({ ctx }) => {
  const id = await ask(ctx)
  expect(await ask(ctx)).toBe(id)
  expect(await ask(ctx, { kind: 'delete' })).not.toBe(id)
  expect(await ask(ctx, { email: 'other@example.com' })).not.toBe(id)
  later(ctx, minute)
  expect(await ask(ctx)).not.toBe(id)
  expect(ctx.queued).toHaveLength(4)
})

test('a request after one that was confirmed is another one, also within a minute', async ({ ctx }) => {
  const id = await ask(ctx)
  await confirm(ctx, id)
  expect(await ask(ctx)).not.toBe(id)
})

test('the same request sent four times at the same moment is one', async ({ ctx }) => {
  const sent = await Promise.all(Array.from({ length: 4 }, () => ask(ctx)))
  expect(new Set(sent).size).toBe(1)
  expect(ctx.queued).toHaveLength(1)
})

test('only the last link opens a request, only its own, and only for seven days', async ({ db, ctx }) => {
  const [id, other] = [await ask(ctx), await ask(ctx, { kind: 'delete' })]
  const [first, token] = [secretToken(), secretToken()]
  for (const each of [first, token]) await transact(ctx, (work) => setRequestToken(work, id, each))
  expect((await findOwnRequest(db, id, token, ctx.now()))?.id).toBe(id)
  expect(await findOwnRequest(db, id, first, ctx.now())).toBeUndefined()
  expect(await findOwnRequest(db, other, token, ctx.now())).toBeUndefined()
  later(ctx, 7 * day)
  expect(await findOwnRequest(db, id, token, ctx.now())).toBeUndefined()
})

test('confirming twice notifies the owner and staff once', async ({ db, ctx }) => {
  const id = await ask(ctx)
  await Promise.all([confirm(ctx, id), confirm(ctx, id)])
  await confirm(ctx, id)
  expect(ctx.queued.map(({ job }) => job)).toEqual([
    'mail-data-request',
    'mail-data-request-received',
    'mail-data-request-to-staff',
  ])
  await ask(ctx, { email: 'other@example.com' })
  expect((await listOpenRequests(db)).map((request) => request.id)).toEqual([id])
  expect(await countOpenRequests(db)).toBe(1)
})

test('of two who answer a request at once the second is refused', async ({ ctx }) => {
  const id = await ask(ctx)
  await confirm(ctx, id)
  const close = (answer: string) => (work: UnitOfWork) => closeRequest(work, id, { answer, by: 'D. Sample' })
  const [first, second] = await oneAfterTheOther(ctx, close('Here it is.'), () =>
    transact(ctx, close('We hold nothing.')),
  )
  expect([first, second]).toEqual([{ ok: true }, { ok: false, why: 'already_closed' }])
  expect(ctx.queued.filter(({ job }) => job === 'mail-data-request-answer')).toHaveLength(1)
})

test('only a confirmed request can be closed, and a closed one is off the list', async ({ db, ctx }) => {
  const id = await ask(ctx)
  const answered = { answer: 'Here it is.', by: 'D. Sample' }
  const close = (which: string, more = {}) =>
    transact(ctx, (work) => closeRequest(work, which, { ...answered, ...more }))
  expect(await close('NOTHING')).toEqual({ ok: false, why: 'no_such_request' })
  expect(await close(id)).toEqual({ ok: false, why: 'not_confirmed' })
  await confirm(ctx, id)
  expect(await close(id)).toEqual({ ok: true })
  const closedAt = ctx.now()
  later(ctx, day)
  expect(await close(id)).toEqual({ ok: true })
  expect(await close(id, { answer: 'Something else' })).toEqual({ ok: false, why: 'already_closed' })
  expect(await findRequest(db, id)).toMatchObject({ closedAt, closedBy: 'D. Sample', answer: 'Here it is.' })
  expect(await listOpenRequests(db)).toEqual([])
  expect(await listClosedRequests(db, 1)).toMatchObject([{ id }])
  expect(ctx.queued.filter(({ job }) => job === 'mail-data-request-answer')).toEqual([
    { job: 'mail-data-request-answer', payload: { requestId: id } },
  ])
})

test('unconfirmed requests are forgotten after 14 days, confirmed ones after two years', async ({
  db,
  ctx,
}) => {
  const [unconfirmed, confirmed] = [await ask(ctx), await ask(ctx, { kind: 'delete' })]
  await confirm(ctx, confirmed)
  later(ctx, 14 * day - 1)
  expect(await applyRetention(ctx, 'data_requests', forgetRequests)).toBe(0)
  later(ctx, 1)
  expect(await applyRetention(ctx, 'data_requests', forgetRequests)).toBe(1)
  expect(await findRequest(db, unconfirmed)).toBeUndefined()
  later(ctx, 716 * day)
  expect(await applyRetention(ctx, 'data_requests', forgetRequests)).toBe(1)
})
