import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openStandIn, patienceMs, type StandIn } from '#test/authorize-net/stand-in.ts'
import type { Card } from '#test/authorize-net/books.ts'
import { type ChargeRequest, GatewayTimeout, type PaymentGateway } from '../gateway.ts'
import { createAuthorizeNetGateway } from './gateway.server.ts'

const startedAt = new Date('2026-11-20T12:00:00Z')
let now = startedAt
let standIn: StandIn
let gateway: PaymentGateway
let logged: string[]
let number = 0
let attemptId: string

beforeAll(async () => {
  standIn = await openStandIn(() => now)
})
afterAll(() => standIn.close())
beforeEach(() => {
  now = startedAt
  logged = []
  attemptId = `ATTEMPT${++number}`
  gateway = gatewayWith({})
})

function gatewayWith({ account = standIn.account, timeoutMs = patienceMs }) {
  const note = (...said: unknown[]) => void logged.push(JSON.stringify(said))
  const log = { info: note, warn: note, error: note } as never
  return createAuthorizeNetGateway({ account, timeoutMs, now: () => now, log })
}

function attempt(card: Card = 'approve', values: Partial<ChargeRequest> = {}): ChargeRequest {
  const paymentToken = standIn.books.issueToken(card)
  return { attemptId, orderId: 'ORDER1', amountCents: 10_005, paymentToken, ...values }
}

async function captured() {
  const charged = await gateway.charge(attempt())
  return { attemptId, chargeRef: 'chargeRef' in charged ? charged.chargeRef : '' }
}

const made = () => standIn.books.transactions.filter(({ invoice }) => invoice === attemptId)

describe('a charge', () => {
  test('that is approved is captured, under the attempt’s id and to the cent', async () => {
    const charged = await gateway.charge(attempt())
    expect(charged).toEqual({
      outcome: 'captured',
      amountCents: 10005,
      chargeRef: expect.stringMatching(/^\d{11}$/),
    })
    expect(made()).toMatchObject([{ cents: 10_005, status: 'capturedPendingSettlement' }])
    expect(await gateway.findCharge(attemptId)).toEqual(charged)
    standIn.books.settle()
    expect(await gateway.findCharge(attemptId), 'found in its batch').toEqual(charged)
  })

  test('that is declined gives the reason in words', async () => {
    const declined = { outcome: 'declined', reason: 'The bank declined the card.' }
    expect(await gateway.charge(attempt('decline'))).toEqual(declined)
    expect(await gateway.findCharge(attemptId)).toMatchObject({ outcome: 'declined' })
    expect(await gateway.charge(attempt('expired', { attemptId: 'OTHER1' }))).toEqual({
      outcome: 'declined',
      reason: 'The card has expired.',
    })
    expect(await gateway.findCharge('OTHER1')).toEqual({ outcome: 'not_found' })
  })

  test('of a prepaid card that cannot pay the whole is declined', async () => {
    expect(await gateway.charge(attempt('prepaid'))).toMatchObject({ outcome: 'declined' })
    expect(made()).toMatchObject([{ status: 'declined' }])
  })

  test('that is approved in part all the same reports the amount taken, also later', async () => {
    standIn.books.ignoresPartialSetting = true
    onTestFinished(() => {
      standIn.books.ignoresPartialSetting = false
    })
    const charged = await gateway.charge(attempt('prepaid'))
    expect(charged).toMatchObject({ outcome: 'captured', amountCents: 5_002 })
    expect(await gateway.findCharge(attemptId)).toEqual(charged)
    expect(await gateway.charge(attempt('prepaid', { paymentToken: 'used' })), 'a repeat').toEqual(charged)
  })

  test('that was canceled is reported as declined when repeated', async () => {
    const { chargeRef } = await captured()
    await gateway.refund({ attemptId, chargeRef, refundId: 'R9', amountCents: 10_005 })
    const request = attempt('approve', { paymentToken: 'used' })
    expect(await gateway.charge(request)).toMatchObject({ outcome: 'declined' })
  })

  test('that is held for review stays held until a person decides there', async () => {
    const held = await gateway.charge(attempt('review'))
    expect(held).toMatchObject({ outcome: 'review' })
    expect(await gateway.findCharge(attemptId)).toEqual(held)
    expect(await gateway.settleReview?.(attemptId, 'captured')).toMatchObject({ outcome: 'captured' })

    attemptId = `${attemptId}B`
    await gateway.charge(attempt('review'))
    expect(await gateway.settleReview?.(attemptId, 'declined')).toEqual({
      outcome: 'declined',
      reason: 'The payment was declined after review.',
    })
    expect(await gateway.settleReview?.(attemptId, 'captured'), 'decided once').toMatchObject({
      outcome: 'declined',
    })
  })

  test('whose answer is lost was made once, and is found in the reports', async () => {
    standIn.failNext('createTransactionRequest', 'lost after')
    await expect(gateway.charge(attempt())).rejects.toBeInstanceOf(GatewayTimeout)
    expect(await gateway.findCharge(attemptId)).toMatchObject({ outcome: 'captured' })
    expect(made()).toHaveLength(1)
  })

  test('that never arrived is not found, which is reported only when every report was read', async () => {
    standIn.failNext('createTransactionRequest', 'lost before')
    await expect(gateway.charge(attempt())).rejects.toBeInstanceOf(GatewayTimeout)
    for (const call of ['getUnsettledTransactionListRequest', 'getSettledBatchListRequest']) {
      standIn.failNext(call, 'busy')
      await expect(gateway.findCharge(attemptId)).rejects.toBeInstanceOf(GatewayTimeout)
    }
    expect(await gateway.findCharge(attemptId)).toEqual({ outcome: 'not_found' })
  })

  test('without an answer that is understood has an unknown outcome', async () => {
    const impatient = gatewayWith({ timeoutMs: 500 })
    standIn.failNext('createTransactionRequest', 'hangs')
    await expect(impatient.charge(attempt())).rejects.toThrow('time-out')
    for (const fault of ['busy', 'no JSON', 'status 503'] as const) {
      standIn.failNext('createTransactionRequest', fault)
      await expect(gateway.charge(attempt()), fault).rejects.toBeInstanceOf(GatewayTimeout)
    }
  })

  test('sent again returns the first outcome, and charges nothing', async () => {
    const first = await gateway.charge(attempt())
    expect(await gateway.charge(attempt()), 'a new token').toEqual(first)
    const request = attempt()
    expect(await gateway.charge(request), 'a repeat within eight hours').toEqual(first)
    expect(await gateway.charge(request), 'a token that was used').toEqual(first)
    expect(made()).toHaveLength(1)
    await expect(gateway.charge({ ...request, amountCents: 1 })).rejects.toThrow('another order or amount')
  })

  test('with a token that is used or too old is declined when nothing was charged', async () => {
    expect(await gateway.charge(attempt('approve', { paymentToken: 'old' }))).toEqual({
      outcome: 'declined',
      reason: 'The answer of the card form was used before or is too old. Enter the card again.',
    })
  })

  test('with wrong keys is declined, and the log says why', async () => {
    const account = { ...standIn.account, transactionKey: 'TopSecretKey1234' }
    const wrong = gatewayWith({ account })
    expect(await wrong.charge(attempt())).toMatchObject({ outcome: 'declined' })
    await expect(wrong.findCharge(attemptId)).rejects.toBeInstanceOf(GatewayTimeout)
    expect(logged.join()).toContain('E00007')
  })

  test('logs neither keys nor tokens', async () => {
    const request = attempt()
    await gateway.charge(request)
    standIn.failNext('getUnsettledTransactionListRequest', 'no JSON')
    await gateway.findCharge(attemptId).catch(() => {})
    expect(logged.length).toBeGreaterThan(1)
    for (const secret of [request.paymentToken, standIn.account.transactionKey, standIn.account.apiLoginId])
      expect(logged.join()).not.toContain(secret)
    expect(logged.join()).toContain(attemptId)
  })
})

describe('a refund', () => {
  const refund = (charge: { attemptId: string; chargeRef: string }, amountCents: number, id = 'R') =>
    gateway.refund({ ...charge, refundId: `${id}${charge.attemptId}`, amountCents, startedAt })

  test('of everything before settlement cancels the charge, once', async () => {
    const charge = await captured()
    const first = await refund(charge, 10_005)
    expect(first).toEqual({ outcome: 'refunded', refundRef: charge.chargeRef })
    expect(await refund(charge, 10_005)).toEqual(first)
    expect(made()).toMatchObject([{ status: 'voided' }])
  })

  test('of everything before settlement is recognized as made when its answer was lost', async () => {
    const charge = await captured()
    standIn.failNext('createTransactionRequest', 'lost after')
    await expect(refund(charge, 10_005)).rejects.toBeInstanceOf(GatewayTimeout)
    expect(made()).toMatchObject([{ status: 'voided' }])
    const first = await refund(charge, 10_005)
    expect(first).toEqual({ outcome: 'refunded', refundRef: charge.chargeRef })
    standIn.books.settle()
    expect(await refund(charge, 10_005), 'also after the night').toEqual(first)
    expect(await refund(charge, 10_006, 'S'), 'never more than was captured').toMatchObject({
      outcome: 'refused',
    })
    expect(await refund(charge, 10_004, 'T'), 'what is canceled whole has no part left').toEqual({
      outcome: 'refused',
      reason: 'The payment service has canceled this charge before.',
    })
  })

  test('of a part waits for the settlement, and is then made once', async () => {
    const charge = await captured()
    expect(await refund(charge, 4_000)).toMatchObject({ outcome: 'pending' })
    standIn.books.settle()
    const part = await refund(charge, 4_000)
    expect(part).toMatchObject({ outcome: 'refunded' })
    expect(await refund(charge, 4_000)).toEqual(part)
    standIn.books.settle()
    expect(await refund(charge, 4_000), 'also once the refund has settled').toEqual(part)
    expect(await gateway.findRefund(`R${charge.attemptId}`)).toEqual(part)

    expect(await refund(charge, 6_006, 'S')).toEqual({
      outcome: 'refused',
      reason: 'The refund would exceed the amount that was captured.',
    })
    expect(await refund(charge, 6_005, 'S')).toMatchObject({ outcome: 'refunded' })
  })

  test('whose answer is lost is found and not made again', async () => {
    const charge = await captured()
    standIn.books.settle()
    standIn.failNext('createTransactionRequest', 'lost after')
    await expect(refund(charge, 4_000)).rejects.toBeInstanceOf(GatewayTimeout)
    expect(await refund(charge, 4_000)).toMatchObject({ outcome: 'refunded' })
    const back = standIn.books.transactions.filter(({ refTransId }) => refTransId === charge.chargeRef)
    expect(back).toMatchObject([{ cents: 4_000 }])
  })

  test('that the reports do not show yet is recognized as a repeat, and looked up again', async () => {
    const charge = await captured()
    standIn.books.settle()
    await refund(charge, 4_000)
    const unsettled = standIn.books.unsettled.bind(standIn.books)
    standIn.books.unsettled = () => []
    await expect(refund(charge, 4_000)).rejects.toBeInstanceOf(GatewayTimeout)
    standIn.books.unsettled = unsettled
    expect(await refund(charge, 4_000)).toMatchObject({ outcome: 'refunded' })
  })

  test('of a charge that is declined, held, another’s or unknown is refused', async () => {
    const held = await gateway.charge(attempt('review'))
    const chargeRef = 'chargeRef' in held ? held.chargeRef : ''
    expect(await refund({ attemptId, chargeRef }, 100)).toMatchObject({ outcome: 'refused' })
    expect(await refund({ attemptId: 'OTHER', chargeRef }, 100)).toMatchObject({ outcome: 'refused' })
    expect(await refund({ attemptId, chargeRef: '1' }, 100)).toMatchObject({ outcome: 'refused' })
    for (const cents of [0, -1, 0.5])
      expect((await refund({ attemptId, chargeRef }, cents)).outcome).toBe('refused')
  })
})

describe('a notification', () => {
  const posted = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    new Request('http://shop.example/webhooks/payments', { method: 'POST', body, headers })

  test('that is signed names the attempt, by our reference or by the transaction', async () => {
    const { chargeRef } = await captured()
    const event = 'net.authorize.payment.authcapture.created'
    const notified = standIn.notify(event, { id: chargeRef, merchantReferenceId: attemptId }, 'n1')
    expect(await gateway.parseWebhook(posted(notified))).toEqual({ notificationId: 'n1', attemptId })
    const bare = standIn.notify('net.authorize.payment.fraud.approved', { id: chargeRef }, 'n2')
    expect(await gateway.parseWebhook(posted(bare))).toEqual({ notificationId: 'n2', attemptId })
    const other = standIn.notify('net.authorize.customer.created', {}, 'n3')
    expect(await gateway.parseWebhook(posted(other))).toEqual({ notificationId: 'n3', attemptId: '' })
  })

  test('that is forged, unsigned or garbled is refused', async () => {
    const notified = standIn.notify('net.authorize.payment.void.created', { merchantReferenceId: attemptId })
    const headers = { 'x-anet-signature': `sha512=${'0'.repeat(128)}` }
    expect(await gateway.parseWebhook(posted({ ...notified, headers }))).toBeUndefined()
    expect(await gateway.parseWebhook(posted({ ...notified, headers: {} }))).toBeUndefined()
    expect(await gateway.parseWebhook(posted({ ...notified, body: `${notified.body} ` }))).toBeUndefined()
    const lower = { 'x-anet-signature': notified.headers['x-anet-signature']?.toLowerCase() ?? '' }
    expect(await gateway.parseWebhook(posted({ ...notified, headers: lower }))).toMatchObject({ attemptId })
  })
})
