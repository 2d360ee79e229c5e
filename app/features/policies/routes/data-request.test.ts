import { expect } from 'vitest'
import { trapField } from '#app/http/sender-fields.ts'
import type { TestContext } from '#test/db.ts'
import { test } from '#test/db.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { givenReference } from '#test/reference.ts'
import { policyJobs } from '../jobs.server.ts'
import { action as confirmAction, loader as confirmLoader } from './data-request.tsx'
import { action } from './privacy.tsx'

const email = 'buyer@example.com'
const form = { kind: 'access', email, order: '', details: '' }

async function send(shop: TestShop, values: Record<string, string> = {}) {
  return answerOf(() => action(visit(shop, { path: '/privacy', form: { ...form, ...values } })))
}

async function work(shop: TestShop, ctx: TestContext) {
  for (const { job, payload } of ctx.queued.splice(0))
    await policyJobs.find(({ name }) => name === job)?.run(shop, payload)
}

test('a whole data request: submitted, emailed, shown, confirmed, acknowledged, sent to staff', async ({
  db,
  ctx,
}) => {
  await givenReference(db)
  const shop = givenShop(ctx)
  expect(await send(shop, { details: 'Everything, please.' })).toMatchObject({
    status: 303,
    location: '/privacy?requested=yes#requested',
  })
  // The job runs again where its end was not written down, and must leave the link in the mail as it is.
  ctx.queued.push(...ctx.queued)
  await work(shop, ctx)
  const [requested, ...more] = shop.sent
  expect(requested?.to).toBe(email)
  expect(more).toEqual([])
  const path = /http:\/\/shop\.test(\/privacy\/requests\/\S+)/.exec(requested?.text ?? '')?.[1] ?? ''
  const params = { request: /requests\/(\w+)/.exec(path)?.[1] ?? '' }

  shop.refusing.add('privateLinkMiss') // others on the same network have guessed too often
  const shown = await answerOf(() => confirmLoader(visit(shop, { path, params })))
  expect(shown.value).toMatchObject({ email, isConfirmed: false })
  expect(ctx.queued).toEqual([]) // looking confirms nothing

  const confirmed = await answerOf(() => confirmAction(visit(shop, { path, params, form: {} })))
  expect(confirmed.status).toBe(303)
  await work(shop, ctx)
  expect(shop.sent.map(({ to }) => to)).toEqual([email, email, 'support@paco.example'])
  const desk = shop.sent.at(-1)
  expect(desk?.text).toContain('Everything, please.')
  expect(desk?.headers).toEqual({ 'Reply-To': email })
  const after = await answerOf(() => confirmLoader(visit(shop, { path, params })))
  expect(after.value).toMatchObject({ isConfirmed: true })
})

test('an invalid form shows errors beside its fields, with the input', async ({ ctx }) => {
  const { status, value } = await send(givenShop(ctx), { kind: '', email: 'nobody' })
  expect(status).toBe(422)
  expect(value).toMatchObject({ given: { email: 'nobody' } })
  expect(value).toHaveProperty('fieldErrors.kind')
  expect(value).toHaveProperty('fieldErrors.email')
  expect(ctx.queued).toEqual([])
})

test('a bot gets the usual answer, and nothing is stored', async ({ ctx }) => {
  const shop = givenShop(ctx)
  expect(await send(shop, { [trapField]: 'x' })).toMatchObject({
    location: '/privacy?requested=yes#requested',
  })
  expect([ctx.queued, shop.counted]).toEqual([[], []])
})

test('each limit refuses with words and keeps the input', async ({ ctx }) => {
  for (const limit of ['subscribe', 'message', 'mailTo'] as const) {
    const shop = givenShop(ctx)
    shop.refusing.add(limit)
    const { status, value } = await send(shop)
    expect(status, limit).toBe(429)
    expect(value).toMatchObject({ given: { email } })
  }
  expect(ctx.queued).toEqual([])
})

test('a wrong link is not found, for looking and for confirming, and counts as a guess', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const path = '/privacy/requests/ABCDEFGH?key=wrong'
  const params = { request: 'ABCDEFGH' }
  for (const open of [
    () => confirmLoader(visit(shop, { path, params })),
    () => confirmAction(visit(shop, { path, params, form: {} })),
  ])
    expect((await answerOf(open)).status).toBe(404)
  expect(shop.counted).toEqual(['privateLinkMiss 192.0.2.1', 'privateLinkMiss 192.0.2.1'])
})
