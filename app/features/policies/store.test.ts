import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { type Bench, test } from '#test/db.ts'
import type { RequestInput } from './input.ts'
import {
  askAboutData,
  closeRequest,
  confirmRequest,
  findOwnRequest,
  findRequest,
  forgetRequests,
  listOpenRequests,
  makeRequestToken,
} from './store.server.ts'

const form: RequestInput = { kind: 'access', email: 'buyer@example.com', order: null, details: '' }
const ask = (place: Bench, values: Partial<RequestInput> = {}) =>
  transact(place, (work) => askAboutData(work, { ...form, ...values }))
const confirm = (place: Bench, id: string) => transact(place, (work) => confirmRequest(work, id))
const later = (place: Bench, ms: number) => place.setNow(after(place.now(), ms))

test('a request is kept with its 45-day clock, and its owner is asked by mail', async ({ db, place }) => {
  const id = await ask(place)
  expect(await findRequest(db, id)).toMatchObject({
    dueAt: after(place.now(), 45 * day),
    confirmedAt: null,
    tokenHash: null,
  })
  expect(place.queued).toEqual([{ job: 'mail-data-request', payload: { requestId: id } }])
})

test('the same request sent twice within a minute is one', async ({ place }) => {
  const id = await ask(place)
  expect(await ask(place)).toBe(id)
  expect(await ask(place, { kind: 'delete' })).not.toBe(id)
  later(place, minute)
  expect(await ask(place)).not.toBe(id)
  expect(place.queued).toHaveLength(3)
})

test('only the last link opens a request, only its own, and only for seven days', async ({ db, place }) => {
  const [id, other] = [await ask(place), await ask(place, { kind: 'delete' })]
  const first = await transact(place, (work) => makeRequestToken(work, id))
  const token = await transact(place, (work) => makeRequestToken(work, id))
  expect((await findOwnRequest(db, id, token, place.now()))?.id).toBe(id)
  expect(await findOwnRequest(db, id, first, place.now())).toBeUndefined()
  expect(await findOwnRequest(db, other, token, place.now())).toBeUndefined()
  later(place, 7 * day)
  expect(await findOwnRequest(db, id, token, place.now())).toBeUndefined()
})

test('confirming twice tells its owner and the desk once', async ({ db, place }) => {
  const id = await ask(place)
  await Promise.all([confirm(place, id), confirm(place, id)])
  await confirm(place, id)
  expect(place.queued.map(({ job }) => job)).toEqual([
    'mail-data-request',
    'mail-data-request-received',
    'mail-data-request-to-desk',
  ])
  expect((await listOpenRequests(db)).map((request) => request.id)).toEqual([id])
})

test('only a confirmed request can be closed, and a closed one is off the list', async ({ db, place }) => {
  const id = await ask(place)
  const close = (which: string) => transact(place, (work) => closeRequest(work, which))
  expect(await close('NOTHING')).toEqual({ ok: false, why: 'no_such_request' })
  expect(await close(id)).toEqual({ ok: false, why: 'not_confirmed' })
  await confirm(place, id)
  expect(await close(id)).toEqual({ ok: true })
  const closedAt = place.now()
  later(place, day)
  expect(await close(id)).toEqual({ ok: true })
  expect(await findRequest(db, id)).toMatchObject({ closedAt })
  expect(await listOpenRequests(db)).toEqual([])
})

test('unconfirmed requests are forgotten after 14 days, confirmed ones after two years', async ({
  db,
  place,
}) => {
  const [unconfirmed, confirmed] = [await ask(place), await ask(place, { kind: 'delete' })]
  await confirm(place, confirmed)
  later(place, 14 * day - 1)
  expect(await transact(place, forgetRequests)).toBe(0)
  later(place, 1)
  expect(await transact(place, forgetRequests)).toBe(1)
  expect(await findRequest(db, unconfirmed)).toBeUndefined()
  later(place, 716 * day)
  expect(await transact(place, forgetRequests)).toBe(1)
})
