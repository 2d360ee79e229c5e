import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { base64, coseOf, givenPasskey, party, sha256 } from '#test/passkey.ts'
import { givenStaff } from '#test/staff.ts'
import {
  acceptPasskey,
  addPasskey,
  askForPasskey,
  offerPasskey,
  removePasskey,
} from './store/passkeys.server.ts'
import { staffMembers, staffPasskeys } from './tables.ts'

const challengeFor = (ctx: TestContext, memberId?: string) =>
  askForPasskey({ tx: ctx.db, now: ctx.now() }, party, memberId)

type Device = Awaited<ReturnType<typeof givenPasskey>>

async function tryIt(ctx: TestContext, device: Device, how: Parameters<Device['sign']>[1] = {}) {
  const { options, token } = await challengeFor(ctx)
  const response = device.sign(options.challenge, how)
  return transact(ctx, (work) => acceptPasskey(work, party, { token, response }))
}

const refused = { ok: false, why: 'passkey_refused' }

test('a passkey signs its member in, and its count is stored', async ({ ctx, db }) => {
  const device = await givenPasskey(ctx)
  expect(await tryIt(ctx, device)).toEqual({ ok: true, memberId: device.member.id })
  expect(await db.select().from(staffPasskeys)).toMatchObject([{ counter: 6, lastUsedAt: ctx.now() }])
})

test.for([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another host', { host: 'evil.example' }],
  ['without the person', { flags: 0x01 }],
  ['of a copy, whose count fell behind', { counter: 5 }],
] as const)('an answer %s is refused', async ([, how], { ctx }) => {
  expect(await tryIt(ctx, await givenPasskey(ctx), how)).toEqual(refused)
})

test('a challenge is answered once, in time, and by its own secret', async ({ ctx }) => {
  const device = await givenPasskey(ctx)
  const { options, token } = await challengeFor(ctx)
  const answer = (response: ReturnType<Device['sign']>, secret: string | undefined = token) =>
    transact(ctx, (work) => acceptPasskey(work, party, { token: secret, response }))
  expect(await answer(device.sign(options.challenge), 'made up')).toEqual(refused)
  expect(await answer(device.sign('another challenge'))).toEqual(refused)
  expect(await answer(device.sign(options.challenge))).toEqual(refused) // judged once, though wrongly answered
  const next = await challengeFor(ctx)
  ctx.setNow(after(ctx.now(), 10 * minute))
  expect(await answer(device.sign(next.options.challenge), next.token)).toEqual(refused)
})

test('a disabled member’s passkey opens nothing', async ({ ctx, db }) => {
  const device = await givenPasskey(ctx)
  await db.update(staffMembers).set({ disabledAt: ctx.now() })
  expect(await tryIt(ctx, device)).toEqual(refused)
})

test('what one member has to prove again, another cannot', async ({ ctx }) => {
  const [one, other] = [await givenPasskey(ctx), await givenPasskey(ctx, 'other@example.com')]
  const { options, token } = await challengeFor(ctx, one.member.id)
  expect(options.allowCredentials?.map(({ id }) => id)).toEqual([one.id])
  const response = other.sign(options.challenge)
  expect(await transact(ctx, (work) => acceptPasskey(work, party, { token, response }))).toEqual(refused)
})

test('the last way in is not removed, nor another member’s passkey', async ({ ctx, db }) => {
  const [one, other] = [await givenPasskey(ctx), await givenPasskey(ctx, 'other@example.com')]
  const remove = (id: string) => transact(ctx, (work) => removePasskey(work, one.member.id, id))
  expect(await remove(one.id)).toEqual({ ok: false, why: 'last_way_in' })
  await remove(other.id)
  expect(await db.select().from(staffPasskeys)).toHaveLength(2)
  await db.update(staffMembers).set({ totpConfirmedAt: ctx.now() })
  const stored = (await db.select().from(staffPasskeys)).find(({ id }) => id === one.id)
  if (!stored) throw new Error('The passkey was not stored')
  await db.insert(staffPasskeys).values({ ...stored, id: 'second' })
  expect(await remove(one.id)).toEqual({ ok: true })
  const left = await db.select({ id: staffPasskeys.id }).from(staffPasskeys)
  expect(left.map(({ id }) => id).toSorted()).toEqual([other.id, 'second'].toSorted())
})

/** What a device answers that makes a passkey: a CBOR map of format, statement and the new key. */
function madePasskey(challenge: string, { origin = party.origin, host = party.id, flags = 0x45 } = {}) {
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false })
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = sha256(challenge)
  const count = Buffer.alloc(4)
  const device = Buffer.alloc(16)
  const key = Buffer.concat([Buffer.from([0, id.length]), id, coseOf(publicKey)])
  const data = Buffer.concat([sha256(host), Buffer.from([flags]), count, device, key])
  const text = (words: string) => Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)])
  const attestation = [
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ]
  return {
    id: base64(id),
    rawId: base64(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64(clientData),
      attestationObject: base64(Buffer.concat(attestation)),
      transports: ['internal' as const],
    },
  }
}

type Made = ReturnType<typeof madePasskey>

async function givenOffer(ctx: TestContext, email?: string) {
  const { member } = await givenStaff(ctx, 'desk', { isSetUp: false, ...(email && { email }) })
  const { options, token } = await offerPasskey({ tx: ctx.db, now: ctx.now() }, member, party)
  const answer = (response: Made, by = member) =>
    transact(ctx, (work) => addPasskey(work, by, party, { token, response, name: 'Test key' }))
  return { member, challenge: options.challenge, answer }
}

test('a passkey that was offered is stored once, and its member is mailed', async ({ ctx, db }) => {
  const { member, challenge, answer } = await givenOffer(ctx)
  const made = madePasskey(challenge)
  expect(await answer(made)).toEqual({ ok: true })
  expect(await answer(made)).toEqual(refused)
  expect(await db.select().from(staffPasskeys)).toMatchObject([{ id: made.id, memberId: member.id }])
  expect(ctx.queued).toMatchObject([
    { job: 'mail-staff-security', payload: { memberId: member.id, notice: 'new_passkey' } },
  ])
})

test.for([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another host', { host: 'evil.example' }],
  ['without the person', { flags: 0x41 }],
] as const)('a new passkey %s is refused', async ([, how], { ctx, db }) => {
  const { challenge, answer } = await givenOffer(ctx)
  expect(await answer(madePasskey(challenge, how))).toEqual(refused)
  expect(await db.$count(staffPasskeys)).toBe(0)
})

test('a passkey that one member was offered is not made by another, nor for what proves who they are', async ({
  ctx,
  db,
}) => {
  const [one, other] = [await givenOffer(ctx), await givenOffer(ctx, 'other@example.com')]
  expect(await one.answer(madePasskey(one.challenge), other.member)).toEqual(refused)
  const again = await challengeFor(ctx, one.member.id)
  const response = madePasskey(again.options.challenge)
  const asNew = (work: UnitOfWork) =>
    addPasskey(work, one.member, party, { token: again.token, response, name: 'Test key' })
  expect(await transact(ctx, asNew)).toEqual(refused)
  expect(await db.$count(staffPasskeys)).toBe(0)
})
