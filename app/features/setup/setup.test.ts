import { expect, vi } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { findFacts } from '#app/facts/facts.server.ts'
import { findClaims } from '#app/features/claims/store.server.ts'
import { GatewayTimeout, type PaymentGateway, withoutEndedTests } from '#app/gateway/gateway.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaymentContext } from '#test/shop.ts'
import { runForm } from '#test/staff.ts'
import { givenShop } from '#test/visit.ts'
import { unsetFacts } from '#app/facts/facts.ts'
import { secretToken } from '#app/kit/ids.ts'
import { action as saving, factFields } from './routes/facts-step.tsx'
import { tryMail } from './routes/mail.tsx'
import { action as marking } from './routes/mark.ts'
import { storedWords } from './routes/overview.tsx'
import { tryCharge } from './routes/payments.tsx'
import { nextStep, setupSteps, stateToday, type StepState } from './rules.ts'
import { listProgress, type Trial, tryOnce } from './store.server.ts'

const setupIn = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Owner <owner@example.com>',
  timeZone: 'America/New_York',
})
const saveFacts = (ctx: TestContext, step: string, facts: Record<string, string>) =>
  runForm(saving, setupIn(ctx), { params: { step }, input: { revision: 0, ...facts } })
const settled = (ctx: TestContext, step: 'payments' | 'mail', run: () => Promise<Trial>) =>
  tryOnce(setupIn(ctx), step, secretToken(), run)

const mail = { key: 'k', to: 'owner@example.com', subject: 's', html: '', text: '' }

test('a phone number is taken as Americans write it, and nothing else', () => {
  const { input: phone } = factFields.address.phone
  for (const number of ['', '305-555-0100', '(305) 555-0100', '+1 (305) 555.0100', '3055550100'])
    expect(phone.safeParse(number).success, number).toBe(true)
  for (const number of ['555', 'call us', '(((((((((', '305-555-0100 ext. 4'])
    expect(phone.safeParse(number).success, number).toBe(false)
})

test('the next step is the first that is neither done nor left for later, and a failed one is open', () => {
  expect(nextStep({})).toBe('licensee')
  const are = (states: Record<string, StepState>) =>
    Object.fromEntries(Object.entries(states).map(([step, state]) => [step, { state }]))
  expect(nextStep(are({ licensee: 'done', address: 'skipped' }))).toBe('hours')
  expect(nextStep(are({ licensee: 'failed' }), 'sample')).toBe('licensee')
  expect(nextStep(Object.fromEntries(setupSteps.map((step) => [step, { state: 'done' }])))).toBeUndefined()
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
  expect(await saveFacts(ctx, 'address', address)).toEqual({ ok: true })
  expect(await findFacts(db)).toMatchObject({ ...address, legalName: '', revision: 1 })
  const cited = await findClaims(db, ['support.postal', 'support.email', 'support.phone'], ctx.now())
  expect(cited['support.postal']?.text).toBe('1 Example St, Miami, FL 33101')
  expect(cited['support.email']?.figure).toBe('desk@example.com')
  expect(cited).not.toHaveProperty(['support.phone'])
  expect(await listProgress(db)).toMatchObject([{ step: 'address', state: 'done' }])
  expect((await listAuditEntries(db))[0]).toMatchObject({ verb: 'shop-facts', data: { zip: ' → 33101' } })
})

test('a form that is older than another change writes nothing', async ({ ctx, db }) => {
  await saveFacts(ctx, 'licensee', { legalName: 'First', licenseLine: '' })
  expect(await saveFacts(ctx, 'licensee', { legalName: 'Second', licenseLine: '' })).toMatchObject({
    ok: false,
    now: { legalName: 'First' },
  })
  expect((await findFacts(db))?.legalName).toBe('First')
  expect(await listAuditEntries(db)).toHaveLength(1)
})

test('an invisible or private character never becomes part of a fact', () => {
  expect(factFields.licensee.legalName.input.parse('A\uE000B\u202E')).toBe('A B')
  expect(factFields.hours.hours.input.safeParse('whenever').success).toBe(false)
  expect(factFields.hours.timeZone.input.safeParse('EST').success).toBe(false)
})

test('a finished step shows its stored facts, without gaps for missing ones', () => {
  const facts = {
    ...unsetFacts('America/New_York'),
    legalName: 'Harbor Arms',
    licenseLine: 'Federal firearms license, type 07',
    street: '100 Harbor Way',
    city: 'Miami',
    state: 'FL',
    zip: '33139',
    phone: '',
    email: 'desk@example.com',
    hours: 'Mon-Fri 9:00 AM-5:00 PM',
  }
  expect(storedWords('licensee', facts)).toBe('Harbor Arms, Federal firearms license, type 07')
  expect(storedWords('address', facts)).toBe('100 Harbor Way, Miami, FL 33139, desk@example.com')
  expect(storedWords('hours', facts)).toBe('Mon-Fri 9:00 AM-5:00 PM, America/New_York')
  expect(storedWords('charges', facts)).toBe('')
})

test('a step is left for later, and one that was done stays done', async ({ ctx, db }) => {
  const desk = { ...setupIn(ctx), ctx: givenShop(ctx) }
  const press = (mark: string) => runForm(marking, desk, { params: { step: 'charges', mark }, input: {} })
  await press('skip')
  expect(await listProgress(db)).toMatchObject([{ step: 'charges', state: 'skipped' }])
  await press('confirm')
  await press('skip')
  expect(await listProgress(db)).toMatchObject([{ step: 'charges', state: 'done' }])
  expect((await listAuditEntries(db)).map(({ verb }) => verb)).toEqual(['setup-confirm', 'setup-skip'])
})

test('a test charge is taken and given back, and no comparison with the gateway shows it', async ({
  ctx,
  db,
}) => {
  const { gateway } = givenPaymentContext(ctx)
  const detail = 'The sandbox charged $1.00 and gave it back. No money moves until PAYMENTS is set.'
  await settled(ctx, 'payments', () => tryCharge(gateway, 'sandbox_approve'))
  expect(await listProgress(db)).toMatchObject([{ step: 'payments', state: 'partial', detail }])
  const from = new Date(ctx.now().getTime() - 1)
  const listed = await gateway.listTransactions(from, new Date(ctx.now().getTime() + 1))
  expect(listed.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['charge', 100],
    ['refund', 100],
  ])
  expect(withoutEndedTests(listed)).toEqual([])
  expect(withoutEndedTests(listed.slice(0, 1))).toHaveLength(1)
})

test.for([
  ['sandbox_decline', /declined: The bank declined/],
  ['sandbox_review', /holds the charge/],
  ['sandbox_silent_before', /Nothing was charged/],
] as const)('the card %s fails the step in words', async ([token, words], { ctx, db }) => {
  const { gateway } = givenPaymentContext(ctx)
  await settled(ctx, 'payments', () => tryCharge(gateway, token))
  expect(await listProgress(db)).toMatchObject([{ state: 'failed', detail: expect.stringMatching(words) }])
})

test('a charge whose answer was lost is found and given back', async ({ ctx }) => {
  const { gateway } = givenPaymentContext(ctx)
  expect(await tryCharge(gateway, 'sandbox_silent_after')).toMatchObject({ state: 'partial' })
})

test('a charge that could not be refunded is reported with its reference', async ({ ctx }) => {
  const { gateway: sandbox } = givenPaymentContext(ctx)
  const refusing: PaymentGateway = {
    ...sandbox,
    refund: async () => ({ outcome: 'pending', reason: 'Not settled.' }),
  }
  expect(await tryCharge(refusing, 'sandbox_approve')).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/not given back yet: Not settled. Void ch_/),
  })
  const silent: PaymentGateway = {
    ...sandbox,
    refund: async () => Promise.reject(new GatewayTimeout('silent')),
  }
  expect((await tryCharge(silent, 'sandbox_approve')).state).toBe('failed')
  const closed: PaymentGateway = {
    ...sandbox,
    checkAccess: async () => ({ ok: false, why: 'The key is wrong.' }),
  }
  expect(await tryCharge(closed, 'sandbox_approve')).toMatchObject({
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
  const press = (key: string) => tryOnce(setupIn(ctx), 'mail', key, () => tryMail({ send }, mail, false))
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
  await settled(ctx, 'mail', () => tryMail(refusing, mail, false))
  expect(await listProgress(db)).toMatchObject([
    { step: 'mail', state: 'failed', detail: expect.stringContaining('550 no such user') },
  ])
  const sent = { send: async () => {} }
  expect(await tryMail(sent, mail, false)).toMatchObject({ state: 'done' })
})
