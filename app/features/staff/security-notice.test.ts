import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenStaff } from '#test/staff.ts'
import { givenShop } from '#test/visit.ts'
import { jobRunner } from '#test/jobs.ts'
import { triesPerLock } from './rules.ts'
import { staffJobs } from './jobs.server.ts'
import { beginTry, forgetTries } from './store/sign-in.server.ts'

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

test('a member whose password way is locked is mailed once, and not where the last try was right', async ({
  ctx,
}) => {
  const { member } = await givenStaff(ctx, 'desk')
  const shop = givenShop(ctx)
  const lock = async (account: string) => {
    const trier = { account, address: '203.0.113.5' }
    for (let at = 0; at < triesPerLock.account + 2; at++) await beginTry(shop, trier)
    return trier
  }
  const mails = async () => {
    await jobRunner(staffJobs).workOff({ ...shop, queued: ctx.queued })
    return shop.sent.splice(0).map(({ to, subject }) => [to, subject])
  }
  const trier = await lock(member.email)
  expect(await mails()).toEqual([[member.email, 'Your sign-in by password is locked']])
  await forgetTries(ctx.db, shop.keyedHash, trier)
  await lock(member.email)
  await forgetTries(ctx.db, shop.keyedHash, trier)
  expect(await mails()).toEqual([])
  // Of an address that is nobody's as much is queued, and nothing mailed.
  await lock('stranger@example.com')
  expect(ctx.queued).toHaveLength(1)
  expect(await mails()).toEqual([])
})
