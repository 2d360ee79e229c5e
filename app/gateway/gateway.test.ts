import fc from 'fast-check'
import { expect, onTestFinished } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { type Tried, tried, type Wish } from '#test/gateways.ts'
import type { PaymentGateway } from './gateway.ts'

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
