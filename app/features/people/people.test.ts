import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { listInvitations, findMember } from '#app/features/staff/store/members.server.ts'

async function givenOwner(ctx: TestContext) {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const send = async (path: string, form: Record<string, string>) =>
    ask(`/staff/people${path}`, { form, headers: { Cookie: cookie } })
  const latest = async () => (await listAuditEntries(ctx.db))[0]
  return { send, latest }
}

test('a role that changes is logged with both', async ({ ctx }) => {
  const { send, latest } = await givenOwner(ctx)
  const { member } = await givenStaff(ctx, 'bench')
  await send('', { verb: 'role', member: member.id, role: 'desk' })
  const data = { before: { role: 'bench' }, after: { role: 'desk' } }
  expect(await latest()).toMatchObject({ verb: 'staff role', subject: member.id, data })
})

test('access ends once the name is typed, and a name that differs comes back beside its field', async ({
  ctx,
  db,
}) => {
  const { send, latest } = await givenOwner(ctx)
  const { member } = await givenStaff(ctx, 'bench')
  const wrong = await send('', { verb: 'end', member: member.id, name: 'B. Simple' })
  expect(wrong.status).toBe(409)
  const html = await wrong.text()
  expect(html).toContain('That is not their name as it is written here.')
  expect(html).toMatch(/<input[^>]*value="B\. Simple"/)
  expect((await findMember(db, member.id))?.disabledAt).toBeNull()
  expect(await latest()).toBeUndefined()
  await send('', { verb: 'end', member: member.id, name: member.name })
  expect((await findMember(db, member.id))?.disabledAt).not.toBeNull()
  const data = { before: { role: 'bench' }, after: {} }
  expect(await latest()).toMatchObject({ verb: 'staff access end', subject: member.id, data })
})

test('the log names whom an invitation was for that was taken back', async ({ ctx, db }) => {
  const { send, latest } = await givenOwner(ctx)
  await send('', { verb: 'invite', key: 'k'.repeat(16), email: 'new@example.com', role: 'desk' })
  const [invitation] = await listInvitations(db)
  await send('', { verb: 'revoke', invitation: invitation?.id ?? '' })
  expect(await listInvitations(db)).toEqual([])
  const data = { before: { role: 'desk' }, after: {} }
  expect(await latest()).toMatchObject({ verb: 'staff invitation end', subject: 'new@example.com', data })
})
