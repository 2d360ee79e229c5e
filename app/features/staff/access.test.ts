import { expect } from 'vitest'
import { after, hour, minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { requireRecentSignIn, requireRight, staffMember } from './access.server.ts'
import { recentMs } from './rules.ts'
import { findEndedMember, findSession } from './store/sessions.server.ts'
import { staffMembers } from './tables.ts'

test('nobody signed in is refused', async ({ ctx }) => {
  const { context, request } = visit(givenShop(ctx), { path: '/staff' })
  expect(await answerOf(() => staffMember(context))).toMatchObject({ status: 403 })
  expect(await answerOf(() => requireRight(context, 'orders.read'))).toMatchObject({ status: 403 })
  expect(await answerOf(() => requireRecentSignIn(context, request))).toMatchObject({ status: 403 })
})

test('a member has the rights of their role', async ({ ctx }) => {
  const bench = await givenStaff(ctx, 'bench')
  const { context } = await staffVisit(givenShop(ctx), bench, { path: '/staff' })
  expect(staffMember(context)).toEqual(bench.member)
  expect(requireRight(context, 'shipping')).toEqual(bench.member)
  expect(await answerOf(() => requireRight(context, 'money.read'))).toMatchObject({ status: 403 })
})

test('an owner without a way to sign in again has no right', async ({ ctx }) => {
  const owner = await givenStaff(ctx, 'owner', { isSetUp: false })
  const { context } = await staffVisit(givenShop(ctx), owner, { path: '/staff' })
  expect(await answerOf(() => requireRight(context, 'orders.read'))).toMatchObject({ status: 403 })
})

test('money and rules need a sign-in of the last ten minutes', async ({ ctx }) => {
  const owner = await givenStaff(ctx, 'owner')
  const signedInAt = ctx.now()
  const ask = async () => {
    const { context, request } = await staffVisit(givenShop(ctx), owner, { path: '/staff/money?of=1' })
    return answerOf(() => requireRecentSignIn(context, request))
  }
  ctx.setNow(after(signedInAt, recentMs - 1))
  expect(await ask()).toMatchObject({ status: 200 })
  ctx.setNow(after(signedInAt, recentMs))
  expect(await ask()).toMatchObject({ status: 303, location: '/staff/again?next=%2Fstaff%2Fmoney%3Fof%3D1' })
})

test('a session ends after half an hour unused, and after twelve hours in any case', async ({ db, ctx }) => {
  const { token } = await givenStaff(ctx, 'desk')
  const opened = ctx.now()
  for (let at = 29; at < 12 * 60; at += 29)
    expect(await findSession(db, token, after(opened, at * minute))).toBeDefined()
  expect(await findSession(db, token, after(opened, 12 * hour))).toBeUndefined()
  const other = await givenStaff(ctx, 'desk', { email: 'other@example.com' })
  expect(await findSession(db, other.token, after(opened, 30 * minute))).toBeUndefined()
})

test('a disabled member has no session', async ({ db, ctx }) => {
  const { token, member } = await givenStaff(ctx, 'desk')
  expect(await findEndedMember(db, token)).toBe(member.id)
  await db.update(staffMembers).set({ disabledAt: ctx.now() })
  expect(await findSession(db, token, ctx.now())).toBeUndefined()
  expect(await findEndedMember(db, token)).toBeUndefined() // nor does a form of theirs wait for them
})

test('a secret that was never given out opens nothing', async ({ db, ctx }) => {
  await givenStaff(ctx, 'owner')
  expect(await findSession(db, 'made up', ctx.now())).toBeUndefined()
})
