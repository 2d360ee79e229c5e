import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { releasableFrom } from '#app/features/reservations/rules/balance.ts'
import { givenAgreed } from '#test/world.ts'
import { type TestContext, test } from '#test/db.ts'
import { operatorOn } from '#test/operator.ts'
import { verbs } from './operator-verbs.ts'

async function given(ctx: TestContext) {
  const agreed = await givenAgreed(ctx)
  const operator = { ...operatorOn(ctx), paymentCtx: agreed.paymentCtx }
  const say = async (line: string) => {
    const [name = '', ...args] = line.split(' ')
    const verb = verbs[name]
    if (!verb?.takes(args)) return { isDone: false, words: 'not understood' }
    return verb.run(operator, args)
  }
  return { ...agreed, say }
}

test('a balance is requested, extended and paid by check from the command line, each in the audit log', async ({
  ctx,
}) => {
  const { say, orderId, balance } = await given(ctx)
  expect(await say('balances')).toEqual({ isDone: true, words: 'No balance is due.' })
  const requested = await say(`balance-request ${orderId} --county Miami-Dade --due 2026-12-10`)
  expect(requested).toMatchObject({ isDone: true })
  expect(requested.words).toContain(
    '$2,573.93 is due by Dec 10, 2026, with $174.93 sales tax (Florida 6%, Miami-Dade 1%). The buyer is emailed.',
  )
  expect(requested.words).toContain('A sales tax holiday for firearms may be running.')
  expect((await say('balances')).words).toContain('$2,573.93')
  expect((await say(`balance-extend ${orderId} 2026-12-20`)).isDone).toBe(false)
  expect(await say(`balance-extend ${orderId} 2026-12-20 --reason asked`)).toEqual({
    isDone: true,
    words: 'The balance is due by Dec 20, 2026. The buyer is emailed.',
  })
  expect(await say(`balance-paid ${orderId} $2,573.93 --method check`)).toMatchObject({
    words: 'not understood',
  })
  expect((await say(`balance-paid ${orderId} 2573.92 --method check`)).isDone).toBe(false)
  expect((await say(`balance-paid ${orderId} $2573.93 --method check --reference 1042`)).isDone).toBe(true)
  expect(await balance()).toMatchObject({ state: 'paid' })
  const verbsUsed = (await listAuditEntries(ctx.db)).map(({ verb }) => verb)
  expect(verbsUsed.toSorted()).toEqual(['balance-extend', 'balance-paid', 'balance-request'])
})

test('a waiver, a withdrawal and a release need their reason and their time', async ({ ctx }) => {
  const { say, orderId, balance } = await given(ctx)
  expect((await say(`balance-waive ${orderId} --reason ours`)).words).toBe(
    'No balance was requested for this reservation.',
  )
  await say(`balance-request ${orderId}`)
  expect((await say(`balance-withdraw ${orderId}`)).words).toBe('State the reason.')
  expect((await say(`balance-withdraw ${orderId} --reason wrong`)).isDone).toBe(true)
  await say(`balance-request ${orderId}`)
  expect((await say(`balance-release ${orderId}`)).words).toBe(
    'A reservation can be released 7 days after the due date, not before.',
  )
  ctx.setNow(releasableFrom(new Date('2026-12-05T04:59:00Z')))
  expect((await say(`balance-release ${orderId} --line 1`)).isDone).toBe(true)
  expect(await balance()).toMatchObject({ state: 'released' })
  expect((await say(`balance-release ${orderId} --line 0`)).words).toBe('not understood')
  expect((await say(`balance-request ${orderId} --due soon`)).words).toBe('not understood')
})
