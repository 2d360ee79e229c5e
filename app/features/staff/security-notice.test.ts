import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenStaff } from '#test/staff.ts'
import { givenShop } from '#test/visit.ts'
import { staffJobs } from './jobs.server.ts'

test.for([
  ['recovery_sign_in', 'Somebody signed in with your recovery code'],
  ['new_passkey', 'A new passkey for the PACo console'],
] as const)('a member is mailed once of %s, with what to do about it', async ([notice, subject], { ctx }) => {
  const { member } = await givenStaff(ctx, 'desk')
  const shop = givenShop(ctx)
  const job = staffJobs.find(({ name }) => name === 'mail-staff-security')
  const payload = { memberId: member.id, notice, device: 'Firefox on Linux', at: ctx.now().toISOString() }
  await job?.run(shop, payload)
  await job?.run(shop, payload)
  expect(shop.sent).toMatchObject([{ to: member.email, subject }])
  const { text = '' } = shop.sent[0] ?? {}
  expect(text).toContain('Firefox on Linux')
  expect(text).toContain('/staff/account')
  expect(text).toContain('end every session')
})

test('nobody is mailed who is no member any more', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const job = staffJobs.find(({ name }) => name === 'mail-staff-security')
  await job?.run(shop, {
    memberId: crypto.randomUUID(),
    notice: 'new_passkey',
    device: '',
    at: ctx.now().toISOString(),
  })
  expect(shop.sent).toEqual([])
})
