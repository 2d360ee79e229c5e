import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import { givenStaff } from '#test/staff.ts'
import { givenShop } from '#test/visit.ts'
import { staffJobs, forgetEnded } from './jobs.server.ts'
import { actorOf, type StaffMember } from './rules.ts'
import { findHeldForm, holdForm, endSession, findSession, listSessions } from './store/sessions.server.ts'
import {
  acceptInvitation,
  findInvitation,
  inviteMember,
  listInvitations,
  makeOwnerLink,
  withdrawInvitation,
  changeRole,
  disableMember,
  listMembers,
} from './store/members.server.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './store/sign-in.server.ts'
import { staffInvitations, staffMembers, staffPasskeys, staffSessions } from './tables.ts'

const email = 'new@example.com'
const person = { name: 'N. New', email, device: 'Firefox on Windows' }
const invitedBy = 'O. Sample <owner@example.com>'
const ownerLink = (ctx: TestContext) => transact(ctx, (work) => makeOwnerLink(work, 'test'))
const accept = (ctx: TestContext, token: string, who = person) =>
  transact(ctx, (work) => acceptInvitation(work, token, who))

async function mailedToken(ctx: TestContext, role: 'desk' | 'owner' = 'desk'): Promise<string> {
  const shop = givenShop(ctx)
  const invited = await transact(ctx, (work) => inviteMember(work, { email, role, invitedBy }))
  if (!invited.ok) throw new Error(invited.why)
  const job = staffJobs.find(({ name }) => name === 'mail-staff-invitation')
  // The job runs again where its end was not written down, and must leave the link in the mail as it is.
  for (let run = 0; run < 2; run++) await job?.run(shop, { invitationId: invited.id })
  const [mail, ...more] = shop.sent
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: email })
  expect(mail?.text).not.toContain('owner@example.com')
  return /\/staff\/invitation\?key=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('the first owner’s link works once, within a day, and the newest only', async ({ ctx, db }) => {
  const [first, second] = [await ownerLink(ctx), await ownerLink(ctx)]
  if (!first.ok || !second.ok) throw new Error('no link')
  expect(await accept(ctx, first.token)).toMatchObject({ why: 'invitation_not_found' })
  expect(await findInvitation(db, second.token, after(ctx.now(), day))).toBeUndefined()
  const accepted = await accept(ctx, second.token)
  expect(accepted).toMatchObject({ ok: true, member: { role: 'owner', email } })
  expect(await accept(ctx, second.token)).toMatchObject({ why: 'invitation_not_found' })
})

test('there is a link for an owner until one can sign in', async ({ ctx }) => {
  await givenStaff(ctx, 'owner', { isSetUp: false })
  const link = await ownerLink(ctx)
  if (!link.ok) throw new Error(link.why)
  await givenStaff(ctx, 'owner', { email: 'second@example.com' })
  expect(await ownerLink(ctx)).toEqual({ ok: false, why: 'owner_exists' })
  expect(await accept(ctx, link.token)).toEqual({ ok: false, why: 'owner_exists' })
})

test('an invitation makes a member with its address and role, whatever is typed', async ({ ctx, db }) => {
  const token = await mailedToken(ctx)
  const accepted = await accept(ctx, token, { ...person, email: 'other@example.com' })
  if (!accepted.ok) throw new Error(accepted.why)
  expect(accepted.member).toMatchObject({ email, role: 'desk' })
  expect(await findSession(db, accepted.session, ctx.now())).toMatchObject({ isSetUp: false })
  expect(await accept(ctx, token)).toMatchObject({ why: 'invitation_not_found' })
})

test('an invitation ends after a week, when it is taken back, and when another follows', async ({
  ctx,
  db,
}) => {
  const token = await mailedToken(ctx)
  expect(await findInvitation(db, token, after(ctx.now(), 7 * day))).toBeUndefined()
  const next = await transact(ctx, (work) => inviteMember(work, { email, role: 'bench', invitedBy }))
  expect(await findInvitation(db, token, ctx.now())).toBeUndefined()
  if (!next.ok) throw new Error(next.why)
  expect(await transact(ctx, (work) => withdrawInvitation(work, next.id))).toMatchObject({ ok: true })
  expect(await listInvitations(db)).toEqual([])
})

test('an invitation that was used, was taken back or has ended is not mailed', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const job = staffJobs.find(({ name }) => name === 'mail-staff-invitation')
  const invited = async (address: string) => {
    const done = await transact(ctx, (work) =>
      inviteMember(work, { email: address, role: 'desk', invitedBy }),
    )
    if (!done.ok) throw new Error(done.why)
    return done.id
  }
  const [used, gone, ended] = [
    await invited('used@example.com'),
    await invited('gone@example.com'),
    await invited('ended@example.com'),
  ]
  await ctx.db.update(staffInvitations).set({ usedAt: ctx.now() }).where(eq(staffInvitations.id, used))
  await transact(ctx, (work) => withdrawInvitation(work, gone))
  for (const invitationId of [used, gone]) await job?.run(shop, { invitationId })
  ctx.setNow(after(ctx.now(), 7 * day))
  await job?.run(shop, { invitationId: ended })
  expect(shop.sent).toEqual([])
})

test('an invitation takes nothing over from a member who signs in already, and is not taken back once used', async ({
  ctx,
  db,
}) => {
  const token = await mailedToken(ctx)
  const { member } = await givenStaff(ctx, 'bench', { email })
  expect(await accept(ctx, token)).toEqual({ ok: false, why: 'already_member' })
  expect(await db.select().from(staffMembers)).toMatchObject([{ id: member.id, role: 'bench' }])
  expect(await db.$count(staffPasskeys)).toBe(1)
  const [used] = await db.select().from(staffInvitations)
  const withdrawn = await transact(ctx, (work) => withdrawInvitation(work, used?.id ?? ''))
  expect(withdrawn).toEqual({ ok: false, why: 'invitation_not_found' })
})

test('of two owners who invite one address at the same moment, the second is refused', async ({
  ctx,
  db,
}) => {
  const invite = (work: UnitOfWork) => inviteMember(work, { email, role: 'desk', invitedBy })
  for (const earlier of ['no invitation', 'an open one']) {
    const [first, second] = await oneAfterTheOther(ctx, invite, () => transact(ctx, invite))
    expect(first, earlier).toMatchObject({ ok: true })
    expect(second, earlier).toEqual({ ok: false, why: 'just_invited' })
    expect(await listInvitations(db), earlier).toHaveLength(1)
  }
  expect(ctx.queued.filter(({ job }) => job === 'mail-staff-invitation')).toHaveLength(2)
})

test('whoever accepts an invitation while another is sent gets no second one', async ({ ctx, db }) => {
  const token = await mailedToken(ctx)
  const [accepted, again] = await oneAfterTheOther(
    ctx,
    (work) => acceptInvitation(work, token, person),
    () => transact(ctx, (work) => inviteMember(work, { email, role: 'owner', invitedBy })),
  )
  expect(accepted).toMatchObject({ ok: true, member: { role: 'desk' } })
  expect(again).toEqual({ ok: false, why: 'already_member' })
  // A link that stayed open would lead back in once their access is ended.
  expect(await listInvitations(db)).toEqual([])
})

test('a member is not invited again; one whose access ended is, and starts without their old sign-in', async ({
  ctx,
  db,
}) => {
  const { member } = await givenStaff(ctx, 'bench', { email })
  await db.update(staffMembers).set({ passwordHash: 'old', totpSecret: 'old', totpConfirmedAt: ctx.now() })
  await transact(ctx, (work) => makeRecoveryCodes(work, member.id))
  const invite = () => transact(ctx, (work) => inviteMember(work, { email, role: 'desk', invitedBy }))
  expect(await invite()).toMatchObject({ why: 'already_member' })
  await db.update(staffMembers).set({ disabledAt: ctx.now() })
  const accepted = await accept(ctx, await mailedToken(ctx))
  expect(accepted).toMatchObject({ ok: true, member: { role: 'desk' } })
  expect(await db.select().from(staffPasskeys)).toEqual([])
  expect(await db.select().from(staffSessions)).toHaveLength(1)
  expect(await countRecoveryCodes(db, member.id)).toBe(0)
  expect(await db.select().from(staffMembers)).toMatchObject([
    { id: member.id, passwordHash: null, totpSecret: null, totpConfirmedAt: null },
  ])
})

test('only an owner changes roles, never their own, and the last owner stays', async ({ ctx, db }) => {
  const owner = await givenStaff(ctx, 'owner')
  const manager = await givenStaff(ctx, 'manager')
  const [ownerId, managerId] = [owner.member.id, manager.member.id]
  const change = (by: string, id: string, to: 'owner' | 'desk') =>
    transact(ctx, (work) => changeRole(work, by, id, to))
  expect(await change(managerId, managerId, 'owner')).toMatchObject({ why: 'not_owner' })
  expect(await change(ownerId, ownerId, 'desk')).toMatchObject({ why: 'own_role' })
  expect(await change(ownerId, managerId, 'owner')).toEqual({ ok: true, was: 'manager' })
  expect(await findSession(db, manager.token, ctx.now())).toBeUndefined()
  expect(await change(managerId, ownerId, 'desk')).toEqual({ ok: true, was: 'owner' })
  expect(await change(ownerId, managerId, 'desk')).toMatchObject({ why: 'not_owner' })
})

test('ending access ends sessions at once; the last owner and oneself stay', async ({ ctx, db }) => {
  const owner = await givenStaff(ctx, 'owner')
  const desk = await givenStaff(ctx, 'desk')
  const end = (by: string, id: string) => transact(ctx, (work) => disableMember(work, by, id))
  expect(await end(desk.member.id, owner.member.id)).toMatchObject({ why: 'not_owner' })
  expect(await end(owner.member.id, owner.member.id)).toMatchObject({ why: 'last_owner' })
  expect(await end(owner.member.id, desk.member.id)).toEqual({ ok: true, was: 'desk' })
  expect(await listSessions(db, desk.member.id, ctx.now())).toEqual([])
  const second = await givenStaff(ctx, 'owner', { email: 'second@example.com' })
  expect(await end(owner.member.id, owner.member.id)).toMatchObject({ why: 'own_access' })
  expect(await end(owner.member.id, second.member.id)).toEqual({ ok: true, was: 'owner' })
  expect(await end(second.member.id, owner.member.id)).toMatchObject({ why: 'member_not_found' })
})

const endings: Record<string, (work: UnitOfWork, by: string, id: string) => Promise<{ ok: boolean }>> = {
  'ended access': disableMember,
  'another role': (work, by, id) => changeRole(work, by, id, 'desk'),
}
for (const [ending, end] of Object.entries(endings))
  test(`with ${ending}, the open invitations of an owner end, and nobody else's`, async ({ ctx, db }) => {
    const { member: owner } = await givenStaff(ctx, 'owner')
    const { member: second } = await givenStaff(ctx, 'owner', { email: 'second@example.com' })
    const invite = (to: string, by: StaffMember) =>
      transact(ctx, (work) => inviteMember(work, { email: to, role: 'owner', invitedBy: actorOf(by) }))
    await invite('used@example.com', second)
    await db.update(staffInvitations).set({ usedAt: ctx.now() })
    await invite('door@example.com', second)
    await invite('theirs@example.com', owner)
    expect(await transact(ctx, (work) => end(work, owner.id, second.id))).toMatchObject({ ok: true })
    expect(await db.select().from(staffInvitations).orderBy(staffInvitations.email)).toMatchObject([
      { email: 'theirs@example.com' },
      { email: 'used@example.com' },
    ])
  })

test('an owner who cannot sign in does not count as one', async ({ ctx }) => {
  const owner = await givenStaff(ctx, 'owner')
  const invited = await givenStaff(ctx, 'owner', { email: 'second@example.com', isSetUp: false })
  const disable = () => transact(ctx, (work) => disableMember(work, invited.member.id, owner.member.id))
  expect(await disable()).toMatchObject({ why: 'last_owner' })
  const ended = await givenStaff(ctx, 'owner', { email: 'third@example.com' })
  await ctx.db.update(staffMembers).set({ disabledAt: ctx.now() }).where(eq(staffMembers.id, ended.member.id))
  expect(await disable()).toMatchObject({ why: 'last_owner' })
})

test('two owners who remove each other at once leave one', async ({ ctx, db }) => {
  const one = (await givenStaff(ctx, 'owner')).member.id
  const other = (await givenStaff(ctx, 'owner', { email: 'second@example.com' })).member.id
  const done = await oneAfterTheOther(
    ctx,
    (work) => disableMember(work, one, other),
    () => transact(ctx, (work) => disableMember(work, other, one)),
  )
  expect(done).toEqual([
    { ok: true, was: 'owner' },
    { ok: false, why: 'member_not_found' },
  ])
  expect((await listMembers(db)).filter(({ disabledAt }) => !disabledAt)).toHaveLength(1)
})

test('a session is ended by its own member alone', async ({ ctx, db }) => {
  const one = await givenStaff(ctx, 'owner')
  const other = await givenStaff(ctx, 'desk')
  const [session] = await listSessions(db, one.member.id, ctx.now())
  await endSession(db, other.member.id, session?.id ?? '')
  expect(await findSession(db, one.token, ctx.now())).toBeDefined()
  await endSession(db, one.member.id, session?.id ?? '')
  expect(await findSession(db, one.token, ctx.now())).toBeUndefined()
})

test('a stored form opens for its member alone, for a quarter of an hour', async ({ ctx, db }) => {
  const holding = { ...ctx, keyedHash: keyedHashOf('test key') }
  const one = await givenStaff(ctx, 'owner')
  const other = await givenStaff(ctx, 'desk')
  const form = {
    path: '/staff/orders/ABC/refund',
    fields: [['note', 'Barrel was bent']] as [string, string][],
  }
  const token = (await holdForm(holding, one.member.id, form)) ?? ''
  expect(await findHeldForm(holding, one.member.id, token)).toEqual(form)
  expect(await findHeldForm(holding, other.member.id, token)).toBeUndefined()
  const { rows } = await db.execute('select fields from staff_held_forms')
  expect(JSON.stringify(rows)).not.toContain('Barrel')
  ctx.setNow(after(ctx.now(), 15 * minute))
  expect(await findHeldForm(holding, one.member.id, token)).toBeUndefined()
})

test('what has ended is deleted at night, and nothing else', async ({ ctx, db }) => {
  const { member, token } = await givenStaff(ctx, 'desk')
  await transact(ctx, forgetEnded)
  expect(await findSession(db, token, ctx.now())).toBeDefined()
  ctx.setNow(after(ctx.now(), 31 * minute))
  await transact(ctx, forgetEnded)
  expect(await db.select().from(staffSessions).where(eq(staffSessions.memberId, member.id))).toEqual([])
})
