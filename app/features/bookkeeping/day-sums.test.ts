import fc from 'fast-check'
import { addDays, formatIsoDay } from '#app/kit/dates.ts'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { accountBalances, orderBalances, post } from '#app/ledger/ledger.server.ts'
import {
  captured,
  chargebackReversed,
  chargedBack,
  depositTransferred,
  fulfilled,
  refundDone,
  refundPaidOutside,
  refundRefused,
  refundStarted,
  wholeLine,
} from '#app/ledger/postings.ts'
import { emptyDatabase, type TestContext, test, testContext } from '#test/db.ts'
import { isMoneyAccount } from './rules.ts'
import { findMoneyDay, readEntries } from './store.server.ts'

const zone = 'America/New_York'
const gateway = 'sandbox'

type Life = {
  depositCents: number
  balanceCents: number
  taxCents: number
  steps: ('part' | 'whole' | 'outside' | 'refused' | 'chargeback' | 'reversed' | 'transferred')[]
  hours: number[]
}

const life: fc.Arbitrary<Life> = fc.record({
  depositCents: fc.integer({ min: 1, max: 50_000 }),
  balanceCents: fc.integer({ min: 0, max: 500_000 }),
  taxCents: fc.integer({ min: 0, max: 9_999 }),
  steps: fc.array(
    fc.constantFrom('part', 'whole', 'outside', 'refused', 'chargeback', 'reversed', 'transferred'),
    { maxLength: 6 },
  ),
  hours: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 8, maxLength: 8 }),
})

async function live(
  ctx: TestContext,
  orderId: string,
  { depositCents, balanceCents, taxCents, steps, hours }: Life,
) {
  const amountCents = depositCents + balanceCents + taxCents
  const pass = (at: number) => ctx.setNow(after(ctx.now(), (hours[at] ?? 1) * hour))
  const write = (posting: Parameters<typeof post>[1]) => transact(ctx, (work) => post(work, posting))
  await write(
    captured({ orderId, amountCents, gateway, gatewayRef: `charge ${orderId}`, attemptId: `A${orderId}` }),
  )
  pass(0)
  await write(
    fulfilled({
      id: orderId,
      shippingCents: 0,
      shippingTaxCents: 0,
      lines: [
        { position: 0, lineCents: depositCents, taxCents: 0, paysInto: 'deposits' },
        { position: 1, lineCents: balanceCents, taxCents, paysInto: 'balances' },
      ],
    }),
  )
  for (const [at, step] of steps.entries()) {
    pass(at + 1)
    const refundId = `${orderId}-${at}`
    const balances = await orderBalances(ctx.db, orderId)
    const left = wholeLine(balances).filter(({ amountCents: cents }) => cents > 0)
    const reference = `bank ${orderId}`
    if (step === 'chargeback') await write(chargedBack({ orderId, amountCents, gateway, reference }))
    else if (step === 'reversed')
      await write(chargebackReversed({ orderId, amountCents, gateway, reference }))
    else if (step === 'transferred') {
      const held = balances.find(({ account, amountCents: cents }) => account === 'deposits' && cents < 0)
      if (held)
        await write(
          depositTransferred({ orderId, line: 0, amountCents: -held.amountCents, from: 'deposits' }),
        )
    } else if (left.length > 0) {
      const parts =
        step === 'part'
          ? left.slice(0, 1).map((each) => ({ ...each, amountCents: Math.ceil(each.amountCents / 3) }))
          : left
      const started = refundStarted({ refundId, orderId }, parts, balances)
      await write(started)
      const cents = parts.reduce((sum, each) => sum + each.amountCents, 0)
      const refund = { refundId, orderId, amountCents: cents }
      if (step === 'refused') await write(refundRefused(refund, started.entries))
      else if (step === 'outside') await write(refundPaidOutside(refund))
      else await write(refundDone({ ...refund, gateway, gatewayRef: `refund ${refundId}` }))
    }
  }
}

test('whatever becomes of orders, the files of the days add up to the ledger, and each to its page', {
  timeout: 120_000,
}, async ({ db }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
      await emptyDatabase()
      const ctx = testContext(db, new Date('2026-10-31T03:30:00Z'))
      const first = formatIsoDay(ctx.now(), zone)
      for (const [at, each] of lives.entries()) await live(ctx, `O${at}`, each)
      const last = formatIsoDay(ctx.now(), zone)
      const sums = new Map<string, number>()
      for (let on = first; on <= last; on = addDays(on, 1)) {
        let moneyCents = 0
        let dayCents = 0
        for await (const { entries } of readEntries(db, { from: on, to: on }, zone, 7))
          for (const { account, amountCents } of entries) {
            sums.set(account, (sums.get(account) ?? 0) + amountCents)
            dayCents += amountCents
            if (isMoneyAccount(account)) moneyCents += amountCents
          }
        expect([on, dayCents]).toEqual([on, 0])
        const { takings } = await findMoneyDay(db, on, zone)
        expect([on, takings.netCents]).toEqual([on, moneyCents])
      }
      const ledger = await accountBalances(db)
      expect(Object.fromEntries([...sums].filter(([, cents]) => cents !== 0))).toEqual(
        Object.fromEntries(ledger.map(({ account, amountCents }) => [account, amountCents])),
      )
    }),
    { numRuns: 15 },
  )
})
