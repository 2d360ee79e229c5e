import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import { findRevision, listEvents, listRefunds } from '#app/features/orders/store/read.server.ts'
import { makeLink, opensOrder } from '#app/features/orders/store/links.server.ts'
import { keyedHashOf, secretToken } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import type { Acting } from './verb.server.ts'
import { orderVerbs as verbs } from './verbs.server.ts'
import { listNotes } from './store.server.ts'

async function givenSheet(ctx: TestContext) {
  const paid = await givenPaid(ctx)
  const { orderId, paymentCtx } = paid
  const load = async (): Promise<Acting> => ({
    ctx: paymentCtx,
    sellables: ordersOnSale,
    orderId,
    revision: await findRevision(ctx.db, orderId),
    by: 'Sam Desk',
    timeZone: 'America/New_York',
    mayOverride: false,
    keyedHash: keyedHashOf('test key'),
    actor: 'Sam Desk <sam@example.com>',
  })
  return { ...paid, load }
}

const wholeRefund = {
  scope: 'all',
  dollars: '',
  stock: 'usual' as const,
  route: 'card' as const,
  reason: 'Called and asked for it',
  amountCents: 0,
}
test('a note is stored with its writer, and the history says only that there is one', async ({ ctx }) => {
  const { orderId, load } = await givenSheet(ctx)
  expect(await verbs.note.run(await load(), { text: 'Form is in the post' })).toEqual({ ok: true })
  expect(await listNotes(ctx.db, orderId)).toMatchObject([{ by: 'Sam Desk', text: 'Form is in the post' }])
  const event = (await listEvents(ctx.db, orderId)).at(-1)
  expect(event).toMatchObject({ kind: 'note', data: { by: 'Sam Desk' } })
  expect(JSON.stringify(await listAuditEntries(ctx.db))).not.toContain('post')
})

test('a refund pressed twice from one sheet is made once', async ({ ctx }) => {
  const { orderId, load } = await givenSheet(ctx)
  const acting = await load()
  const presses = await Promise.all([
    verbs.refund.run(acting, wholeRefund),
    verbs.refund.run(acting, wholeRefund),
  ])
  expect(presses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await listRefunds(ctx.db, orderId)).toMatchObject([{ reason: 'Called and asked for it' }])
})

test('a line is refunded by check and its item stays off sale', async ({ ctx }) => {
  const { orderId, load, unit } = await givenSheet(ctx)
  const input = { ...wholeRefund, scope: 'line 0', stock: 'keep' as const, route: 'check' as const }
  expect(await verbs.refund.run(await load(), input)).toMatchObject({ ok: true })
  const [refund] = await listRefunds(ctx.db, orderId)
  expect(refund).toMatchObject({ state: 'by_check', amountCents: 10_000 })
  const payout = { refund: refund?.id ?? '', method: 'check' as const, reference: '1042' }
  const stale = await load()
  await verbs.note.run(await load(), { text: 'Check written' })
  expect(await verbs.record_payout.run(stale, payout)).toMatchObject({ why: 'changed' })
  expect(await verbs.record_payout.run(await load(), payout)).toMatchObject({ ok: true })
  expect(await listRefunds(ctx.db, orderId)).toMatchObject([{ state: 'done', refundRef: '1042' }])
  expect(await unit()).toBe('taken')
  expect(await verbs.record_payout.run(await load(), payout)).toEqual(refuse('nothing_to_pay_out'))
})

test('the history names who refunded, chose a check, paid it, tried again and ended the links', async ({
  ctx,
}) => {
  const { orderId, load, scripted } = await givenSheet(ctx)
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
  const { orderId, load, scripted } = await givenSheet(ctx)
  scripted.next('refused')
  await verbs.refund.run(await load(), wholeRefund)
  const [refund] = await listRefunds(ctx.db, orderId)
  const id = refund?.id ?? ''
  const elsewhere = { ...(await load()), orderId: 'ELSEWHERE2', revision: 0 }
  expect(await verbs.retry_refund.run(elsewhere, { refund: id })).toEqual(refuse('refund_not_found'))
  const payout = { refund: id, method: 'check' as const, reference: '1' }
  expect(await verbs.record_payout.run(elsewhere, payout)).toEqual(refuse('refund_not_found'))
  expect(await listRefunds(ctx.db, orderId)).toMatchObject([{ state: 'refused' }])
})

test('ended links open nothing, and a sent one is mailed to the buyer', async ({ ctx }) => {
  const { orderId, load } = await givenSheet(ctx)
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  await verbs.end_links.run(await load(), {})
  expect(await opensOrder(ctx, orderId, token)).toBe(false)
  await verbs.send_link.run(await load(), { key: secretToken() })
  expect(ctx.queued.at(-1)).toMatchObject({ job: 'mail-order-link', payload: { orderId } })
})
