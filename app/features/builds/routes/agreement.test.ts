import { expect } from 'vitest'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { after, day } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { buildsOnSale, givenSubmittedBuild } from '#test/world.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { buildJobs } from '../jobs.server.ts'
import { decisionToken } from '../store/decisions.server.ts'
import { action, loader } from './agreement.tsx'

async function givenOffer(ctx: TestContext) {
  const shop = givenShop(ctx)
  const build = await givenSubmittedBuild(ctx)
  expect(await build.approve()).toMatchObject({ ok: true })
  const { submissionId } = build
  const token = decisionToken({ sign: ctx.sign, now: ctx.now() }, { submissionId, revision: 1 })
  const args = (key: string, form?: Record<string, string>) => {
    const visited = visit(shop, {
      path: `/build/submitted/${submissionId}/agreement?key=${key}`,
      params: { submission: submissionId },
      ...(form && { form }),
    })
    visited.context.set(sellablesContext, buildsOnSale)
    return visited
  }
  return {
    ...build,
    shop,
    token,
    open: (key = token) => answerOf(() => loader(args(key))),
    press: (form: Record<string, string>, key = token) => answerOf(() => action(args(key, form))),
  }
}

const yes = () => ({ revision: '1', answer: 'yes', accept: 'yes', transferee: 'trust', key: secretToken() })

test('the link in the email shows the build, its price and its terms', async ({ ctx }) => {
  const { open, submissionId } = await givenOffer(ctx)
  const { status, value } = await open()
  expect(status).toBe(200)
  expect(value).toMatchObject({ id: submissionId, state: 'offered', revision: 1, asksTransferee: true })
  const rows = JSON.stringify((value as { rows: unknown }).rows)
  for (const words of ['Black, 10.3 in', '$2,899', '8 weeks', 'Dec 4, 2026', 'Refundable deposit, now'])
    expect(rows).toContain(words)
  expect((value as { parts: unknown[] }).parts.length).toBeGreaterThan(3)
})

test('without its key, with another one, or with that of an older email there is no such page', async ({
  ctx,
}) => {
  const { open, press, token, approve, decision } = await givenOffer(ctx)
  for (const key of ['', 'x', secretToken()]) {
    expect(await open(key), key).toMatchObject({ status: 404 })
    expect(await press(yes(), key), key).toMatchObject({ status: 404 })
  }
  await approve(1)
  expect(await open(token)).toMatchObject({ status: 404 })
  expect((await decision())?.acceptedAt).toBeNull()
})

test('the link stays when its mail’s job runs again, and ends with another decision', async ({ ctx }) => {
  const { open, shop, submissionId, approve } = await givenOffer(ctx)
  const job = buildJobs(buildsOnSale).find(({ name }) => name === 'mail-build-decision')
  const mailOf = (revision: number) => job?.run(shop, { submissionId, revision })
  await mailOf(1)
  await mailOf(1)
  expect(shop.sent).toHaveLength(1)
  const key = /agreement\?key=([\w-]+)/.exec(shop.sent[0]?.text ?? '')?.[1] ?? ''
  expect(await open(key)).toMatchObject({ status: 200 })
  await approve(1)
  expect(await open(key)).toMatchObject({ status: 404 })
})

test('a declined build has no price to accept', async ({ ctx }) => {
  const { open, press, decline, decision } = await givenOffer(ctx)
  expect(await decline(1)).toMatchObject({ ok: true })
  expect(await open()).toMatchObject({ status: 404 })
  await press(yes())
  expect((await decision())?.acceptedAt).toBeNull()
})

test('an acceptance needs the checked box and the owner, is stored once, and goes on to the deposit', async ({
  ctx,
  db,
}) => {
  const { press, open, decision } = await givenOffer(ctx)
  const { accept: _, ...unchecked } = yes()
  expect(await press(unchecked)).toMatchObject({ value: { refusal: 'Check the box to accept.' } })
  const { transferee: __, ...nobody } = yes()
  expect(await press(nobody)).toMatchObject({ value: { refusal: 'Say who will own it: Form 4 names them.' } })
  expect((await decision())?.acceptedAt).toBeNull()

  const sent = yes()
  const first = await press(sent)
  expect(first).toMatchObject({ status: 303, location: expect.stringMatching(/^\/checkout\//) })
  expect(await decision()).toMatchObject({ transferee: 'trust', acceptedAt: expect.any(Date) })
  expect(await press(sent)).toMatchObject({ location: first.location })
  expect(await db.select().from(orders)).toHaveLength(1)
  expect(await open()).toMatchObject({ value: { state: 'accepted' } })
})

test('a no is stored, and nothing can be accepted after it', async ({ ctx }) => {
  const { press, open, decision } = await givenOffer(ctx)
  expect(await press({ revision: '1', answer: 'no' })).toMatchObject({
    status: 303,
    location: expect.stringContaining('/agreement?key='),
  })
  expect(await open()).toMatchObject({ value: { state: 'turned_down' } })
  expect(await press(yes())).toMatchObject({ value: { refusal: 'You turned this down.' } })
  expect((await decision())?.acceptedAt).toBeNull()
})

test('a price that changed since the page was opened, or ended, is not accepted', async ({ ctx }) => {
  const { press, approve, submissionId } = await givenOffer(ctx)
  await approve(1)
  const token = decisionToken({ sign: ctx.sign, now: ctx.now() }, { submissionId, revision: 2 })
  expect(await press(yes(), token)).toMatchObject({
    value: { refusal: 'We changed the price since you opened this page. Please read it again.' },
  })
  ctx.setNow(after(ctx.now(), 15 * day))
  expect(await press({ ...yes(), revision: '2' }, token)).toMatchObject({
    value: { refusal: 'This price has ended. Write to us and we’ll send you a new one.' },
  })
})

test('somebody who tries keys has to wait', async ({ ctx }) => {
  const { press, shop } = await givenOffer(ctx)
  shop.refusing.add('orderChange')
  expect((await press(yes())).status).toBeGreaterThanOrEqual(400)
})
