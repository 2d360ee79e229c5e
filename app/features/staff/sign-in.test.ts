import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { hashSecret, keyedHashOf } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import { givenStaff } from '#test/staff.ts'
import {
  newAuthenticator,
  setPassword,
  useCode,
  checkAgain,
  checkSignIn,
  countRecoveryCodes,
  makeRecoveryCodes,
  beginTry,
} from './store/sign-in.server.ts'
import { findSession } from './store/sessions.server.ts'
import { staffMembers, staffRecoveryCodes, staffSessions } from './tables.ts'

const password = 'four plain words here'
const email = 'desk@example.com'
const address = '192.0.2.1'
/** Hashing costs nothing here; what it costs in the shop is tested beside it. */
const cost = { log2N: 4, r: 8, p: 1 }
const device = 'Firefox on Windows'
const tried = { email, password, address, device }
const wrongly = { ok: false, why: 'wrong' }
const contextOf = (ctx: TestContext) => ({ ...ctx, keyedHash: keyedHashOf('test key') })

async function givenPassword(test: TestContext) {
  const ctx = contextOf(test)
  const { member } = await givenStaff(ctx, 'desk', { isSetUp: false, email })
  const { letters, sealed } = newAuthenticator(ctx.keyedHash, member)
  const totp = new TOTP({ secret: Secret.fromBase32(letters) })
  const code = (at = ctx.now()) => totp.generate({ timestamp: at.getTime() })
  const set = await transact(ctx, (work) =>
    setPassword(work, ctx.keyedHash, member, { password, code: code(), sealed, cost }),
  )
  expect(set).toEqual({ ok: true })
  test.setNow(after(test.now(), minute))
  return { ctx, member, code }
}

test('password and code open a session, of which only a hash is stored', async ({ ctx: testCtx, db }) => {
  const { ctx, member, code } = await givenPassword(testCtx)
  const opened = await checkSignIn(ctx, { ...tried, code: code() })
  if (!opened.ok) throw new Error(opened.why)
  expect(await findSession(db, opened.session, ctx.now())).toMatchObject({ member: { id: member.id } })
  const stored = await db.select().from(staffSessions)
  expect(stored.map(({ tokenHash }) => tokenHash)).toContain(hashSecret(opened.session))
  expect(JSON.stringify(stored)).not.toContain(opened.session)
})

test('neither password nor code opens alone, and a code opens once', async ({ ctx: testCtx, db }) => {
  const { ctx, code } = await givenPassword(testCtx)
  const input = { ...tried, code: code() }
  for (const wrong of [{ password: 'wrong' }, { password: '' }, { code: '000000' }, { code: '' }])
    expect(await checkSignIn(ctx, { ...input, ...wrong }), JSON.stringify(wrong)).toEqual(wrongly)
  expect(await db.select().from(staffSessions)).toHaveLength(1) // the helper's own
  expect(await checkSignIn(ctx, input)).toMatchObject({ ok: true, method: 'password' })
  expect(await checkSignIn(ctx, input)).toEqual(wrongly)
})

test('a code of another minute is wrong', async ({ ctx: testCtx }) => {
  const { ctx, code } = await givenPassword(testCtx)
  for (const at of [-minute, 5 * minute])
    expect(await checkSignIn(ctx, { ...tried, code: code(after(ctx.now(), at)) })).toEqual(wrongly)
})

test('a password without an authenticator, a disabled member and a stranger get the same refusal', async ({
  ctx: testCtx,
  db,
}) => {
  const { ctx, member, code } = await givenPassword(testCtx)
  const tryIt = (email = tried.email) => checkSignIn(ctx, { ...tried, email, code: code() })
  expect(await tryIt('stranger@example.com')).toEqual(wrongly)
  await db.update(staffMembers).set({ totpConfirmedAt: null })
  expect(await tryIt()).toEqual(wrongly)
  await db.update(staffMembers).set({ totpConfirmedAt: ctx.now(), disabledAt: ctx.now() })
  expect(await tryIt()).toEqual(wrongly)
  const { id } = member
  expect(await transact(ctx, (work) => useCode(work, ctx.keyedHash, id, code()))).toBe(false)
})

for (const email of [tried.email, 'stranger@example.com'])
  test(`five wrong tries lock ${email}, also for the right one, and do not reveal whether the account exists`, async ({
    ctx: testCtx,
  }) => {
    const { ctx, code } = await givenPassword(testCtx)
    for (let at = 0; at < 4; at++) await beginTry(ctx, { account: email, address })
    expect(await checkSignIn(ctx, { ...tried, email, code: '000000' })).toEqual(wrongly)
    const right = () => checkSignIn(ctx, { ...tried, email, code: code() })
    expect(await right()).toEqual({ ok: false, why: 'locked' })
    testCtx.setNow(after(ctx.now(), 15 * minute))
    expect(await right()).not.toMatchObject({ why: 'locked' })
  })

test('tries side by side are all counted', async ({ ctx: testCtx }) => {
  const ctx = contextOf(testCtx)
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => beginTry(ctx, { account: email, address })),
  )
  expect(tries.filter(({ ok }) => ok)).toHaveLength(5)
})

test('one address is locked after thirty tries at many accounts', async ({ ctx: testCtx }) => {
  const ctx = contextOf(testCtx)
  const tryOne = (at: number, from = address) =>
    beginTry(ctx, { account: `person-${at}@example.com`, address: from })
  for (let at = 0; at < 30; at++) expect(await tryOne(at)).toEqual({ ok: true })
  expect(await tryOne(30)).toMatchObject({ why: 'locked' })
  expect(await tryOne(30, '198.51.100.7')).toEqual({ ok: true })
})

test('a sign-in takes the tries of the account back', async ({ ctx: testCtx }) => {
  const { ctx, code } = await givenPassword(testCtx)
  for (let round = 0; round < 2; round++) {
    for (let at = 0; at < 3; at++) await beginTry(ctx, { account: email, address })
    expect(await checkSignIn(ctx, { ...tried, code: code() })).toMatchObject({ ok: true })
    testCtx.setNow(after(ctx.now(), minute))
  }
})

test('a recovery code opens once, with the password of a member who has one', async ({
  ctx: testCtx,
  db,
}) => {
  const { ctx, member } = await givenPassword(testCtx)
  const codes = await transact(ctx, (work) => makeRecoveryCodes(work, member.id))
  expect(new Set(codes).size).toBe(10)
  const [code = ''] = codes
  const stored = JSON.stringify(await db.select().from(staffRecoveryCodes))
  expect(stored).not.toContain(code.replaceAll('-', ''))
  const input = { ...tried, code: code.toLowerCase() }
  expect(await checkSignIn(ctx, { ...input, password: '' })).toMatchObject({ why: 'wrong' })
  expect(await checkSignIn(ctx, { ...input, code: 'ABCD' })).toMatchObject({ why: 'wrong' })
  expect(testCtx.queued).toEqual([])
  expect(await checkSignIn(ctx, input)).toMatchObject({ ok: true })
  expect(testCtx.queued).toMatchObject([
    { job: 'mail-staff-security', payload: { memberId: member.id, notice: 'recovery_sign_in', device } },
  ])
  expect(await checkSignIn(ctx, input)).toMatchObject({ why: 'wrong' })
})

test('a code of the authenticator that is sent twice at once opens once', async ({ ctx: testCtx }) => {
  const { ctx, member, code } = await givenPassword(testCtx)
  const use = (work: UnitOfWork) => useCode(work, ctx.keyedHash, member.id, code())
  expect(await oneAfterTheOther(testCtx, use, () => transact(ctx, use))).toEqual([true, false])
})

test('of two sets of recovery codes that are made at once the later one holds', async ({ ctx, db }) => {
  const { member } = await givenStaff(ctx, 'desk')
  const make = (work: UnitOfWork) => makeRecoveryCodes(work, member.id)
  await oneAfterTheOther(ctx, make, () => transact(ctx, make))
  expect(await countRecoveryCodes(db, member.id)).toBe(10)
})

test('a recovery code opens only its own member', async ({ ctx: testCtx }) => {
  const { ctx } = await givenPassword(testCtx)
  const other = await givenStaff(ctx, 'bench')
  const [code = ''] = await transact(ctx, (work) => makeRecoveryCodes(work, other.member.id))
  const input = { ...tried, code }
  expect(await checkSignIn(ctx, input)).toMatchObject({ why: 'wrong' })
  const own = { ...input, email: other.member.email, password: '' }
  expect(await checkSignIn(ctx, own)).toMatchObject({ ok: true })
})

test('proving again who one is takes password and code', async ({ ctx: testCtx, db }) => {
  const { ctx, member, code } = await givenPassword(testCtx)
  const [session] = await db.select().from(staffSessions)
  const again = (more: object) =>
    checkAgain(ctx, member, session?.id ?? '', { password, code: code(), address, ...more })
  testCtx.setNow(after(ctx.now(), 20 * minute))
  expect(await again({ password: 'wrong' })).toMatchObject({ why: 'wrong' })
  expect(await again({ code: '000000' })).toMatchObject({ why: 'wrong' })
  expect(await again({})).toEqual({ ok: true })
  const [renewed] = await db.select().from(staffSessions)
  expect(renewed?.signedInAt).toEqual(ctx.now())
})

test('an authenticator of another member is not accepted', async ({ ctx: testCtx }) => {
  const { ctx, member } = await givenPassword(testCtx)
  const other = await givenStaff(ctx, 'bench')
  const { letters, sealed } = newAuthenticator(ctx.keyedHash, other.member)
  const code = new TOTP({ secret: Secret.fromBase32(letters) }).generate({ timestamp: ctx.now().getTime() })
  expect(
    await transact(ctx, (work) => setPassword(work, ctx.keyedHash, member, { password, code, sealed })),
  ).toMatchObject({ why: 'wrong_code' })
})
