import { describe, expect, onTestFinished } from 'vitest'
import { after, day, hour } from '#app/kit/clock.ts'
import { openStandIn, patienceMs } from '#test/authorize-net/stand-in.ts'
import { type TestContext, test } from '#test/db.ts'
import { type Tried, tried, type Wish } from '#test/gateways.ts'
import { createAuthorizeNetGateway } from './authorize-net/gateway.server.ts'
import { GatewayTimeout, type PaymentGateway } from './gateway.ts'
import { createSandboxGateway } from './sandbox.server.ts'

const names = Object.keys(tried) as PaymentGateway['name'][]

async function open(name: PaymentGateway['name'], ctx: TestContext): Promise<Tried> {
  const opened = await tried[name](ctx)
  onTestFinished(opened.close)
  return opened
}

async function charge({ gateway, token }: Tried, attemptId: string, wish: Wish = 'approve') {
  const said = await gateway.charge({
    attemptId,
    orderId: 'ORDER1',
    amountCents: 1e3,
    paymentToken: token(wish),
  })
  return 'chargeRef' in said ? said.chargeRef : ''
}

for (const name of names)
  test(`${name}: the list has every charge and refund that moved money, in its window, and nothing else`, async ({
    ctx,
  }) => {
    const opened = await open(name, ctx)
    const begin = ctx.now()
    const chargeRef = await charge(opened, 'A1')
    await charge(opened, 'A2', 'decline')
    await charge(opened, 'A3', 'review')
    await opened.settle([])
    ctx.setNow(after(begin, day))
    const refund = { refundId: 'R1', attemptId: 'A1', chargeRef, amountCents: 400 }
    await opened.gateway.refund(refund)
    await opened.settle(['R1'])
    const charged = { kind: 'charge', status: 'captured', ref: chargeRef, ourId: 'A1', amountCents: 1_000 }
    const refunded = { kind: 'refund', status: 'captured', ourId: 'R1', amountCents: 400 }

    const list = (from: Date, to: Date) => opened.gateway.listTransactions(from, to)
    const both = await list(begin, after(begin, 2 * day))
    expect(both).toMatchObject([charged, refunded])
    expect(both).toHaveLength(2)
    expect(both.map(({ at }) => at)).toEqual([begin, after(begin, day)])
    expect(await list(begin, after(begin, day)), 'to its end').toMatchObject([charged])
    expect(await list(after(begin, 1), after(begin, 2 * day)), 'from its start').toMatchObject([refunded])
    expect(await opened.gateway.findChargeOfRefund(both[1]?.ref ?? '')).toBe(chargeRef)
    expect(await opened.gateway.findChargeOfRefund('999')).toBeUndefined()
  })

describe('Authorize.Net', () => {
  async function openThere(ctx: TestContext) {
    const standIn = await openStandIn(ctx.now)
    onTestFinished(standIn.close)
    const log = { info() {}, warn() {}, error() {} } as never
    const gateway = createAuthorizeNetGateway({
      account: standIn.account,
      timeoutMs: patienceMs,
      log,
      now: ctx.now,
    })
    const { books } = standIn
    const made = async (attemptId: string) => {
      const paymentToken = books.issueToken('approve')
      const said = await gateway.charge({ attemptId, orderId: 'O', amountCents: 1_000, paymentToken })
      return 'chargeRef' in said ? said.chargeRef : ''
    }
    const list = () => gateway.listTransactions(after(ctx.now(), -40 * day), after(ctx.now(), hour))
    return { standIn, books, gateway, made, list }
  }

  test('lists what happened only at the processor: a void, a refund, a chargeback', async ({ ctx }) => {
    const { books, gateway, made, list } = await openThere(ctx)
    const [voided, refunded, returned] = [await made('V'), await made('R'), await made('C')]
    books.cancel(voided)
    books.settle()
    ctx.setNow(after(ctx.now(), 35 * day))
    books.refund(refunded, 300, '1111', '', 0)
    books.chargeBack(returned)
    const listed = await list()
    expect(listed.toSorted((a, b) => a.ref.localeCompare(b.ref))).toMatchObject([
      { kind: 'charge', status: 'voided', ref: voided, ourId: 'V', amountCents: 0 },
      { kind: 'charge', status: 'captured', ref: refunded, ourId: 'R', amountCents: 1_000 },
      { kind: 'charge', status: 'charged_back', ref: returned, ourId: 'C', amountCents: 1_000 },
      { kind: 'refund', status: 'captured', ourId: '', amountCents: 300 },
    ])
    books.reverseChargeback(returned)
    expect((await list()).find(({ ref }) => ref === returned)).toMatchObject({ status: 'captured' })
    const byHand = listed.find(({ kind }) => kind === 'refund')
    expect(await gateway.findChargeOfRefund(byHand?.ref ?? '')).toBe(refunded)
  })

  test('reports nothing while a part of the list cannot be read', async ({ ctx }) => {
    const { standIn, books, made, list } = await openThere(ctx)
    await made('A')
    books.settle()
    for (const call of [
      'getUnsettledTransactionListRequest',
      'getSettledBatchListRequest',
      'getTransactionListRequest',
    ]) {
      standIn.failNext(call, 'busy')
      await expect(list(), call).rejects.toBeInstanceOf(GatewayTimeout)
    }
    expect(await list()).toHaveLength(1)
  })
})

describe('the sandbox as a processor', () => {
  const openIt = ({ db, now }: TestContext) =>
    createSandboxGateway({ db, now, timeoutMs: 1, webhookSecret: 'test key' })

  test('voids, refunds, charges back and charges without the shop', async ({ ctx }) => {
    const gateway = openIt(ctx)
    for (const attemptId of ['V', 'R', 'C'])
      await gateway.charge({
        attemptId,
        orderId: 'O',
        amountCents: 1e3,
        paymentToken: 'sandbox_approve',
      })
    expect(await gateway.actThere({ act: 'void', attemptId: 'V' })).toBe(true)
    expect(await gateway.actThere({ act: 'refund', attemptId: 'R', amountCents: 300 })).toBe(true)
    expect(await gateway.actThere({ act: 'charge back', attemptId: 'C' })).toBe(true)
    expect(await gateway.actThere({ act: 'charge', amountCents: 50 })).toBe(true)
    const listed = await gateway.listTransactions(ctx.now(), after(ctx.now(), hour))
    expect(listed.map(({ kind, status, amountCents }) => [kind, status, amountCents])).toEqual(
      expect.arrayContaining([
        ['charge', 'voided', 0],
        ['charge', 'captured', 1_000],
        ['charge', 'charged_back', 1_000],
        ['charge', 'captured', 50],
        ['refund', 'captured', 300],
      ]),
    )
    expect(await gateway.findCharge('V')).toMatchObject({ outcome: 'declined' })
    expect(await gateway.findCharge('C')).toMatchObject({ outcome: 'captured' })
  })

  test('does nothing that a processor would not do', async ({ ctx }) => {
    const gateway = openIt(ctx)
    await gateway.charge({
      attemptId: 'A',
      orderId: 'O',
      amountCents: 1e3,
      paymentToken: 'sandbox_approve',
    })
    expect(await gateway.actThere({ act: 'refund', attemptId: 'A', amountCents: 1_001 })).toBe(false)
    expect(await gateway.actThere({ act: 'refund', attemptId: 'A', amountCents: 0 })).toBe(false)
    expect(await gateway.actThere({ act: 'refund', attemptId: 'A', amountCents: 400 })).toBe(true)
    expect(await gateway.actThere({ act: 'void', attemptId: 'A' }), 'it was refunded').toBe(false)
    expect(await gateway.actThere({ act: 'charge back', attemptId: 'A' })).toBe(true)
    expect(await gateway.actThere({ act: 'charge back', attemptId: 'A' }), 'once').toBe(false)
    expect(await gateway.actThere({ act: 'reverse', attemptId: 'A' })).toBe(true)
    expect(await gateway.actThere({ act: 'reverse', attemptId: 'A' }), 'once').toBe(false)
    expect(await gateway.actThere({ act: 'void', attemptId: 'NONE' })).toBe(false)
  })
})
