import fc from 'fast-check'
import { expect, onTestFinished, describe } from 'vitest'
import { after, day, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { type PaymentGateway, GatewayTimeout } from './gateway.ts'
import { openStandIn, patienceMs } from '#test/authorize-net/stand-in.ts'
import { createAuthorizeNetGateway } from './authorize-net/gateway.server.ts'
import { createSandboxGateway } from './sandbox.server.ts'
import { invoices, payouts, sandboxCharges, sandboxRefunds } from './tables.ts'
import { createManualGateway } from './manual/gateway.server.ts'

/** The outcomes of a charge, at any gateway. */
type Wish = 'approve' | 'decline' | 'review'

type Tried = {
  gateway: PaymentGateway
  /** The payment token that causes the outcome. */
  token: (wish: Wish) => string
  /** Performs what a refund may wait for: nightly settlement, a payout by a person. */
  settle: (refundIds: readonly string[]) => Promise<void>
  /** The net amount of an attempt at the processor, in cents: captured less refunded. */
  unrefundedCents: (attemptId: string) => Promise<number>
  close: () => Promise<void>
}

const tried: Record<PaymentGateway['name'], (ctx: TestContext) => Promise<Tried>> = {
  async sandbox({ db, now }) {
    const gateway = createSandboxGateway({ db, now, timeoutMs: 1 })
    return {
      gateway,
      token: (wish) => `sandbox_${wish}`,
      settle: async () => {},
      async unrefundedCents(attemptId) {
        const charges = (await db.select().from(sandboxCharges)).filter(
          (each) => each.attemptId === attemptId,
        )
        const back = (await db.select().from(sandboxRefunds)).filter((each) => each.attemptId === attemptId)
        return sum(charges.filter(({ status }) => status === 'captured')) - sum(back)
      },
      close: async () => {},
    }
  },

  async 'authorize-net'({ now }) {
    const standIn = await openStandIn(now)
    const log = { info() {}, warn() {}, error() {} } as never
    const { books } = standIn
    return {
      gateway: createAuthorizeNetGateway({ account: standIn.account, timeoutMs: 2_000, log, now }),
      token: (wish) => books.issueToken(wish),
      settle: async () => books.settle(),
      async unrefundedCents(attemptId) {
        const charge = books.transactions.find(({ invoice }) => invoice === attemptId)
        if (!charge || !/^(captured|settled)/.test(charge.status)) return 0
        const back = books.transactions.filter(({ refTransId }) => refTransId === charge.transId)
        return charge.cents - back.reduce((total, { cents }) => total + cents, 0)
      },
      close: standIn.close,
    }
  },

  async manual({ db, now }) {
    const gateway = createManualGateway({ db, now, payTo: 'By wire.', dueDays: 7, holdHours: 24 })
    return {
      gateway: {
        ...gateway,
        // A person takes the money, or withdraws the invoice, at once.
        async charge(request) {
          const written = await gateway.charge(request)
          if (written.outcome !== 'review' || request.paymentToken === 'review') return written
          return gateway.settleReview(
            request.attemptId,
            request.paymentToken === 'approve' ? 'captured' : 'declined',
          )
        },
      },
      token: (wish) => wish,
      settle: async (refundIds) => {
        for (const id of refundIds) await gateway.recordPayout(id)
      },
      async unrefundedCents(attemptId) {
        const received = (await db.select().from(invoices)).filter((each) => each.attemptId === attemptId)
        const back = (await db.select().from(payouts)).filter(
          (each) => each.attemptId === attemptId && each.paidOutAt,
        )
        return sum(received.filter(({ status }) => status === 'captured')) - sum(back)
      },
      close: async () => {},
    }
  },
}

const sum = (rows: { amountCents: number }[]) =>
  rows.reduce((total, { amountCents }) => total + amountCents, 0)

const names = Object.keys(tried) as PaymentGateway['name'][]
const wish = fc.constantFrom<Wish>('approve', 'approve', 'decline', 'review')
const cents = fc.integer({ min: 1, max: 40_000 })
const step = fc.oneof(
  fc.record({ act: fc.constant('charge' as const) }),
  fc.record({ act: fc.constant('find' as const) }),
  fc.record({
    act: fc.constant('decide' as const),
    verdict: fc.constantFrom('captured' as const, 'declined' as const),
  }),
  fc.record({ act: fc.constant('settle' as const) }),
  fc.record({
    act: fc.constant('refund' as const),
    id: fc.nat(3),
    cents: fc.option(cents),
    times: fc.integer({ min: 1, max: 3 }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function open(name: PaymentGateway['name'], ctx: TestContext): Promise<Tried> {
  const opened = await tried[name](ctx)
  onTestFinished(opened.close)
  return opened
}

for (const name of names)
  test(`${name}: in any order of calls and repeats, money is taken once and never more is refunded`, async ({
    ctx,
  }) => {
    const opened = await open(name, ctx)
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        wish,
        cents,
        fc.array(step, { minLength: 1, maxLength: 10 }),
        async (wished, amountCents, steps) => {
          // What one run settled is invisible to the next: reports go back a month at most.
          ctx.setNow(after(ctx.now(), 40 * day))
          const world = new World(opened, `${name.slice(0, 3)}${++run}`, wished, amountCents)
          for (const each of steps) await world.perform(each)
          await world.expectSound()
        },
      ),
      { numRuns: 60 },
    )
  })

for (const name of names)
  test(`${name}: an attempt that was never charged is not found, nor a refund that was never made`, async ({
    ctx,
  }) => {
    const { gateway } = await open(name, ctx)
    expect(await gateway.findCharge('NEVER')).toEqual({ outcome: 'not_found' })
    expect(await gateway.findRefund('NEVER')).toEqual({ outcome: 'not_found' })
  })

class World {
  private readonly opened: Tried
  private readonly attemptId: string
  private readonly wished: Wish
  private readonly amountCents: number
  private status: string = 'not_found'
  private chargeRef = 'none'
  private readonly requested = new Map<string, number>()
  private readonly done = new Set<string>()
  /** By the gateway's own reference: a charge voided twice was refunded once. */
  private readonly given = new Map<string, number>()

  constructor(opened: Tried, attemptId: string, wished: Wish, amountCents: number) {
    this.opened = opened
    this.attemptId = attemptId
    this.wished = wished
    this.amountCents = amountCents
  }

  async perform(each: Step) {
    const { gateway } = this.opened
    switch (each.act) {
      case 'charge':
        return this.hear(await gateway.charge(this.request()))
      case 'find':
        return this.hear(await gateway.findCharge(this.attemptId))
      case 'decide':
        if (this.status !== 'review') return undefined
        this.status = 'decided'
        return this.hear(
          (await gateway.settleReview?.(this.attemptId, each.verdict)) ?? { outcome: 'not_found' },
        )
      case 'settle':
        return this.opened.settle([...this.requested.keys()])
      case 'refund':
        return this.refund(`${this.attemptId}R${each.id}`, each.cents, each.times)
    }
  }

  async expectSound() {
    await this.opened.settle([...this.requested.keys()])
    for (const [refundId, amountCents] of this.requested)
      if (!this.done.has(refundId)) await this.refund(refundId, amountCents, 1)
    const back = [...this.given.values()].reduce((total, part) => total + part, 0)
    expect(back).toBeLessThanOrEqual(this.amountCents)
    const stored = await this.opened.unrefundedCents(this.attemptId)
    expect(stored).toBe(this.status === 'captured' ? this.amountCents - back : 0)
  }

  private request() {
    const { attemptId, amountCents } = this
    return { attemptId, amountCents, orderId: 'ORDER1', paymentToken: this.opened.token(this.wished) }
  }

  /** An outcome never changes, except for a decided review and a charge that was refunded whole. */
  private hear(answer: Awaited<ReturnType<PaymentGateway['charge']>>) {
    const wasGivenBack = this.given.size > 0 && answer.outcome === 'declined'
    if (this.status !== 'not_found' && this.status !== 'decided' && !wasGivenBack)
      expect(answer.outcome).toBe(this.status)
    if (!wasGivenBack) this.status = answer.outcome
    if ('chargeRef' in answer) this.chargeRef = answer.chargeRef
  }

  private async refund(refundId: string, wanted: number | null, times: number) {
    const amountCents = this.requested.get(refundId) ?? wanted ?? this.amountCents
    const open = [...this.requested.keys()].some((id) => id !== refundId && !this.done.has(id))
    if (open) return // as the order path does: one refund of a charge is in progress at a time
    const { attemptId, chargeRef } = this
    for (let time = 0; time < times; time++) {
      const answer = await this.opened.gateway.refund({ refundId, attemptId, chargeRef, amountCents })
      if (answer.outcome === 'refused') {
        expect(this.done.has(refundId), 'a completed refund stays completed').toBe(false)
        this.requested.delete(refundId)
        return
      }
      expect(this.status).toBe('captured')
      this.requested.set(refundId, amountCents)
      if (answer.outcome !== 'refunded') continue
      this.done.add(refundId)
      this.given.set(answer.refundRef, amountCents)
    }
  }
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

for (const name of names)
  test(`${name}: a charge is given back under its own reference alone`, async ({ ctx }) => {
    const opened = await open(name, ctx)
    await charge(opened, 'A1')
    const chargeRef = await charge(opened, 'A2')
    const refund = { refundId: 'R1', attemptId: 'A1', chargeRef, amountCents: 400 }
    expect(await opened.gateway.refund(refund)).toMatchObject({ outcome: 'refused' })
  })

for (const name of ['sandbox', 'manual'] as const)
  test(`${name}: refunds at the same moment are one by its id, and together no more than was taken`, async ({
    ctx,
  }) => {
    const opened = await open(name, ctx)
    const chargeRef = await charge(opened, 'A1')
    const ask = (refundId: string) =>
      opened.gateway.refund({ refundId, attemptId: 'A1', chargeRef, amountCents: 400 })
    const given = await Promise.all(Array.from({ length: 6 }, () => ask('R1')))
    expect(given.map(({ outcome }) => outcome)).not.toContain('refused')
    const others = await Promise.all(['R2', 'R3', 'R4', 'R5'].map(ask))
    expect(others.filter(({ outcome }) => outcome === 'refused')).toHaveLength(3)
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
