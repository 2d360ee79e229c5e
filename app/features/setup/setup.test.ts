import { expect, vi } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { findFacts } from '#app/facts/facts.server.ts'
import { findClaims } from '#app/features/claims/store.server.ts'
import { GatewayTimeout, type PaymentGateway } from '#app/gateway/gateway.ts'
import { withoutEndedTests } from '#app/gateway/test-charge.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaymentContext } from '#test/shop.ts'
import { markStep, saveFacts, tryCharge, tryMail, tryOnce } from './flows.server.ts'
import { factInputs } from './input.ts'
import { nextStep, setupSteps, stateToday } from './rules.ts'
import { listProgress } from './store.server.ts'

const setupIn = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Owner <owner@example.com>',
  timeZone: 'America/New_York',
})
const mail = { key: 'k', to: 'owner@example.com', subject: 's', html: '', text: '' }

test('a phone number is taken as Americans write it, and nothing else', () => {
  const { phone } = factInputs.address.shape
  for (const number of ['', '305-555-0100', '(305) 555-0100', '+1 (305) 555.0100', '3055550100'])
    expect(phone.safeParse(number).success, number).toBe(true)
  for (const number of ['555', 'call us', '(((((((((', '305-555-0100 ext. 4'])
    expect(phone.safeParse(number).success, number).toBe(false)
})

test('the next step is the first that is neither done nor left for later, and a failed one is open', () => {
  expect(nextStep({})).toBe('licensee')
  expect(nextStep({ licensee: 'done', address: 'skipped' })).toBe('hours')
  expect(nextStep({ licensee: 'failed' }, 'sample')).toBe('licensee')
  expect(nextStep(Object.fromEntries(setupSteps.map((step) => [step, 'done'])))).toBeUndefined()
})

test('what was tried without money or mail is done once it is tried for real', () => {
  const trial = { isSandbox: true, isMailbox: true, unread: 0 }
  const real = { isSandbox: false, isMailbox: false, unread: 0 }
  for (const step of ['payments', 'mail'] as const) {
    expect(stateToday(step, 'partial', trial)).toBe('partial')
    expect(stateToday(step, 'done', trial)).toBe('partial')
    expect(stateToday(step, 'partial', real)).toBeUndefined()
    expect(stateToday(step, 'done', real)).toBe('done')
    expect(stateToday(step, 'skipped', trial)).toBe('skipped')
  }
  expect(stateToday('texts', 'done', { ...real, unread: 1 })).toBe('partial')
  expect(stateToday('texts', undefined, { ...real, unread: 1 })).toBeUndefined()
})

test('the owner’s input becomes a fact, a claim that pages cite, progress of the set-up and an audit entry', async ({
  ctx,
  db,
}) => {
  const address = {
    street: '1 Example St',
    city: 'Miami',
    state: 'FL',
    zip: '33101',
    phone: '',
    email: 'desk@example.com',
  }
  expect(await saveFacts(setupIn(ctx), 'address', address, 0)).toEqual({ ok: true })
  expect(await findFacts(db)).toMatchObject({ ...address, legalName: '', revision: 1 })
  const cited = await findClaims(db, ['support.postal', 'support.email', 'support.phone'], ctx.now())
  expect(cited['support.postal']?.text).toBe('1 Example St, Miami, FL 33101')
  expect(cited['support.email']?.figure).toBe('desk@example.com')
  expect(cited).not.toHaveProperty(['support.phone'])
  expect(await listProgress(db)).toMatchObject([{ step: 'address', state: 'done' }])
  expect((await listAuditEntries(db))[0]).toMatchObject({ verb: 'shop-facts', data: { zip: ' → 33101' } })
})

test('a form that is older than another change writes nothing', async ({ ctx, db }) => {
  await saveFacts(setupIn(ctx), 'licensee', { legalName: 'First', licenseLine: '' }, 0)
  expect(
    await saveFacts(setupIn(ctx), 'licensee', { legalName: 'Second', licenseLine: '' }, 0),
  ).toMatchObject({
    ok: false,
    now: { legalName: 'First' },
  })
  expect((await findFacts(db))?.legalName).toBe('First')
  expect(await listAuditEntries(db)).toHaveLength(1)
})

test('an invisible or private character never becomes part of a fact', () => {
  const parsed = factInputs.licensee.parse({ revision: '0', legalName: 'A\uE000B\u202E', licenseLine: 'L' })
  expect(parsed.legalName).toBe('A B')
  expect(
    factInputs.hours.safeParse({ revision: '0', hours: 'whenever', timeZone: 'America/New_York' }).success,
  ).toBe(false)
  expect(
    factInputs.hours.safeParse({ revision: '0', hours: 'Mon-Fri 8:00 AM-6:00 PM', timeZone: 'EST' }).success,
  ).toBe(false)
})

test('a step is left for later, and one that was done stays done', async ({ ctx, db }) => {
  await markStep(setupIn(ctx), 'mail', 'skip')
  expect(await listProgress(db)).toMatchObject([{ step: 'mail', state: 'skipped' }])
  await markStep(setupIn(ctx), 'mail', 'confirm')
  await markStep(setupIn(ctx), 'mail', 'skip')
  expect(await listProgress(db)).toMatchObject([{ step: 'mail', state: 'done' }])
  expect((await listAuditEntries(db)).map(({ verb }) => verb)).toEqual(['setup-confirm', 'setup-skip'])
})

test('a test charge is taken and given back, and no comparison with the gateway shows it', async ({
  ctx,
  db,
}) => {
  const { gateway } = givenPaymentContext(ctx)
  const result = await tryCharge(setupIn(ctx), gateway, 'sandbox_approve')
  expect(result).toMatchObject({
    state: 'partial',
    detail: 'The sandbox charged $1.00 and gave it back. No money moves until PAYMENTS is set.',
  })
  const from = new Date(ctx.now().getTime() - 1)
  const listed = await gateway.listTransactions(from, new Date(ctx.now().getTime() + 1))
  expect(listed.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['charge', 100],
    ['refund', 100],
  ])
  expect(withoutEndedTests(listed)).toEqual([])
  expect(withoutEndedTests(listed.slice(0, 1))).toHaveLength(1)
  expect(await listProgress(db)).toMatchObject([{ step: 'payments', state: 'partial' }])
})

test.for([
  ['sandbox_decline', /declined: The bank declined/],
  ['sandbox_review', /holds the charge/],
  ['sandbox_silent_before', /Nothing was charged/],
] as const)('the card %s fails the step in words', async ([token, words], { ctx, db }) => {
  const { gateway } = givenPaymentContext(ctx)
  expect(await tryCharge(setupIn(ctx), gateway, token)).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(words),
  })
  expect(await listProgress(db)).toMatchObject([{ state: 'failed' }])
})

test('a charge whose answer was lost is found and given back', async ({ ctx }) => {
  const { gateway } = givenPaymentContext(ctx)
  expect(await tryCharge(setupIn(ctx), gateway, 'sandbox_silent_after')).toMatchObject({ state: 'partial' })
})

test('a charge that could not be refunded is reported with its reference', async ({ ctx }) => {
  const { gateway: sandbox } = givenPaymentContext(ctx)
  const refusing: PaymentGateway = {
    ...sandbox,
    refund: async () => ({ outcome: 'pending', reason: 'Not settled.' }),
  }
  expect(await tryCharge(setupIn(ctx), refusing, 'sandbox_approve')).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/not given back yet: Not settled. Void ch_/),
  })
  const silent: PaymentGateway = {
    ...sandbox,
    refund: async () => Promise.reject(new GatewayTimeout('silent')),
  }
  expect((await tryCharge(setupIn(ctx), silent, 'sandbox_approve')).state).toBe('failed')
  const closed: PaymentGateway = {
    ...sandbox,
    checkAccess: async () => ({ ok: false, why: 'The key is wrong.' }),
  }
  expect(await tryCharge(setupIn(ctx), closed, 'sandbox_approve')).toMatchObject({
    state: 'failed',
    detail: 'The key is wrong.',
  })
})

test('a test that is sent again, also while it runs, is not tried twice, and another form tries anew', async ({
  ctx,
  db,
}) => {
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const send = vi.fn(() => answer)
  const press = (key: string) =>
    tryOnce(setupIn(ctx), 'mail', key, () => tryMail(setupIn(ctx), { send }, mail, false))
  const first = press('one')
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(await press('one')).toEqual({ ok: true })
  resolve()
  expect(await first).toEqual({ ok: true })
  expect(send).toHaveBeenCalledOnce()
  expect(await listAuditEntries(db)).toHaveLength(1)
  expect(await press('two')).toEqual({ ok: true })
  expect(send).toHaveBeenCalledTimes(2)
})

test('a test message that the server refuses fails the step with its reason', async ({ ctx, db }) => {
  const refusing = { send: () => Promise.reject(new Error('550 no such user')) }
  expect((await tryMail(setupIn(ctx), refusing, mail, false)).detail).toContain('550 no such user')
  expect(await listProgress(db)).toMatchObject([{ step: 'mail', state: 'failed' }])
  const sent = { send: async () => {} }
  expect(await tryMail(setupIn(ctx), sent, mail, false)).toMatchObject({ state: 'done' })
})
