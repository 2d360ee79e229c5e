import { expect } from 'vitest'
import { makeProof, proofSubject } from '#app/http/human-proof.ts'
import { transact } from '#app/db/work.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { confirmSubscription, findSubscription, makeLink } from '../store/links.server.ts'
import { subscriptions } from '../tables.ts'
import { action as confirm, loader as confirmPage } from './confirm.tsx'
import { action as change, loader as preferences } from './preferences.tsx'
import { action as subscribe, loader as listPage } from './subscriptions.tsx'
import { action as stop, loader as stopPage } from './unsubscribe.tsx'

const email = 'one@example.com'

function send(shop: TestShop, form: Record<string, string>) {
  return answerOf(() => subscribe(visit(shop, { path: '/subscriptions', form })))
}

async function proven(shop: TestShop, form: Record<string, string>) {
  const subject = proofSubject(form.topic ?? '', form.email ?? '')
  return send(shop, { ...form, proof: await makeProof(subject, shop.now()) })
}

/** The id of the last requested subscription, from the queue. */
function lastRequestedId(ctx: TestContext): string {
  const { subscriptionId = '' } = (ctx.queued.at(-1)?.payload ?? {}) as { subscriptionId?: string }
  return subscriptionId
}

async function subscribed(shop: TestShop, ctx: TestContext, use: 'confirm' | 'manage') {
  await send(shop, { topic: 'newsletter', email })
  const subscriptionId = lastRequestedId(ctx)
  const token = await transact(shop, (work) => makeLink(work, subscriptionId, use))
  return { subscriptionId, token }
}

test('a new, a waiting, a confirmed and a caught address all get the same answer', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const form = { topic: 'newsletter', email }
  const first = await proven(shop, form)
  const waiting = await proven(shop, form)
  const subscriptionId = lastRequestedId(ctx)
  await transact(shop, async (work) =>
    confirmSubscription(work, await makeLink(work, subscriptionId, 'confirm')),
  )
  const confirmed = await proven(shop, form)
  const caught = await send(shop, { ...form, website: 'https://spam.example' })
  expect(first).toEqual({
    status: 200,
    location: '',
    value: { done: true, fieldErrors: {}, given: { topic: 'newsletter' } },
  })
  for (const answer of [waiting, confirmed, caught]) expect(answer).toEqual(first)
})

test('a form that a bot filled in is not stored', async ({ ctx, db }) => {
  await send(givenShop(ctx), { topic: 'newsletter', email, website: 'x' })
  expect(await db.$count(subscriptions)).toBe(0)
  expect(ctx.queued).toEqual([])
})

test('a proof spares the stricter limit; without script the form is taken all the same', async ({
  ctx,
  db,
}) => {
  const shop = givenShop(ctx)
  await proven(shop, { topic: 'newsletter', email })
  expect(shop.counted).toEqual(['subscribe 192.0.2.1', `mailTo ${email}`])
  shop.counted.length = 0
  expect((await send(shop, { topic: 'tax', email })).status).toBe(200)
  expect(shop.counted).toEqual(['subscribe 192.0.2.1', 'message subscribe 192.0.2.1', `mailTo ${email}`])
  expect(await db.$count(subscriptions)).toBe(2)
})

test.for(['subscribe', 'message', 'mailTo'] as const)(
  'too many (%s) are refused with the time to wait, and nothing typed is lost',
  async (limit, { ctx }) => {
    const shop = givenShop(ctx)
    shop.refusing.add(limit)
    const answer = await send(shop, { topic: 'drop:x', email, name: 'Jordan One' })
    expect(answer).toMatchObject({
      status: 429,
      value: { done: false, given: { topic: 'drop:x', email, name: 'Jordan One' } },
    })
    expect(JSON.stringify(answer.value)).toContain('Please try again in 2 minutes.')
  },
)

test.for([
  [{ topic: 'newsletter', email: '' }, { email: ['Enter your email'] }],
  [{ topic: 'newsletter' }, { email: ['Enter your email'] }],
  [
    { topic: 'newsletter', email: 'one@example' },
    { email: ['Enter an address with a domain, like name@example.com'] },
  ],
  [
    { topic: 'newsletter', email: 'one@example.com\r\nBcc: all@example.com' },
    { email: [expect.any(String)] },
  ],
  [{ topic: 'newsletter', email: `${'a'.repeat(250)}@example.com` }, { email: ['This address is too long'] }],
  [{ topic: 'drop:x', email, name: '  ' }, { name: ['Enter your full name'] }],
  [{ topic: 'drop:x', email, name: 'a'.repeat(121) }, { name: ['Keep the name under 120 characters'] }],
  [{ topic: 'made-up', email }, { topic: [expect.stringContaining('no longer exists')] }],
  [{ email }, { topic: [expect.stringContaining('no longer exists')] }],
])('a wrong form says what is wrong, beside the field (%j)', async ([form, fieldErrors], { ctx }) => {
  const shop = givenShop(ctx)
  expect(await send(shop, form as Record<string, string>)).toMatchObject({
    status: 422,
    value: { done: false, fieldErrors },
  })
})

test('capital letters in an address make no second person', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  await send(shop, { topic: 'newsletter', email: ' One@Example.COM ' })
  await send(shop, { topic: 'newsletter', email })
  expect(await db.$count(subscriptions)).toBe(1)
})

test('the page of a list takes a topic from the address, and no nonsense', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const page = async (path: string) => (await answerOf(() => listPage(visit(shop, { path })))).value
  expect(await page('/subscriptions?topic=returned-units:outlaw')).toMatchObject({
    topic: 'returned-units:outlaw',
    title: 'Returned units',
  })
  expect(await page('/subscriptions?topic=<script>')).toMatchObject({ topic: null, title: null })
})

test('opening a link confirms nothing; pressing its button does, and leads to a page that can be reloaded', async ({
  ctx,
  db,
}) => {
  const shop = givenShop(ctx)
  const { subscriptionId, token } = await subscribed(shop, ctx, 'confirm')
  const path = `/subscriptions/confirm?key=${token}`
  const shown = await answerOf(() => confirmPage(visit(shop, { path })))
  expect(shown.value).toMatchObject({ state: 'pending', email })
  expect((await findSubscription(db, subscriptionId))?.state).toBe('pending')
  expect(await answerOf(() => confirm(visit(shop, { path, form: {} })))).toMatchObject({
    status: 303,
    location: path,
  })
  expect((await answerOf(() => confirmPage(visit(shop, { path })))).value).toMatchObject({
    state: 'confirmed',
  })
})

test('opening an unsubscribe link stops nothing; pressing its button does', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const { subscriptionId, token } = await subscribed(shop, ctx, 'manage')
  const path = `/subscriptions/unsubscribe?key=${token}`
  expect((await answerOf(() => stopPage(visit(shop, { path })))).value).toMatchObject({ isEnded: false })
  expect((await findSubscription(db, subscriptionId))?.state).toBe('pending')
  expect(await answerOf(() => stop(visit(shop, { path, form: {} })))).toMatchObject({
    status: 303,
    location: path,
  })
  expect((await findSubscription(db, subscriptionId))?.state).toBe('ended')
})

test('one-click unsubscribe is answered without a redirect (RFC 8058)', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const { subscriptionId, token } = await subscribed(shop, ctx, 'manage')
  const args = visit(shop, {
    path: `/subscriptions/unsubscribe?key=${token}`,
    form: { 'List-Unsubscribe': 'One-Click' },
  })
  expect((await answerOf(() => stop(args))).status).toBe(200)
  expect((await findSubscription(db, subscriptionId))?.state).toBe('ended')
})

test('one private link shows all lists of its address, and leaves any of them', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const { subscriptionId, token } = await subscribed(shop, ctx, 'manage')
  await send(shop, { topic: 'tax', email })
  const path = `/subscriptions/preferences?key=${token}`
  const lists = async () =>
    (
      (await answerOf(() => preferences(visit(shop, { path })))).value as {
        lists: { title: string; state: string }[]
      }
    ).lists.map(({ title, state }) => [title, state])
  expect(await lists()).toEqual([
    ['Newsletter', 'pending'],
    ['Federal tax news', 'pending'],
  ])
  for (const form of [{}, { id: '' }, { id: 'newsletter' }, { id: '-'.repeat(36) }, { what: 'everything' }])
    expect(await answerOf(() => change(visit(shop, { path, form })))).toMatchObject({
      status: 422,
      value: { refusal: expect.stringContaining('which list you want to leave') },
    })
  expect((await lists()).map(([, state]) => state)).toEqual(['pending', 'pending'])
  await answerOf(() => change(visit(shop, { path, form: { id: subscriptionId } })))
  expect(await lists()).toEqual([
    ['Newsletter', 'ended'],
    ['Federal tax news', 'pending'],
  ])
  await answerOf(() => change(visit(shop, { path, form: { what: 'all' } })))
  expect((await lists()).map(([, state]) => state)).toEqual(['ended', 'ended'])
})

const ownPages = [
  [confirmPage, 'confirm'],
  [stopPage, 'unsubscribe'],
  [preferences, 'preferences'],
] as const

for (const [page, name] of ownPages) {
  const open = (shop: TestShop, query: string) =>
    answerOf(() => page(visit(shop, { path: `/subscriptions/${name}${query}` })))

  test.for(['', '?key=', '?key=made-up'])(
    `without the right secret there is no page to ${name} (%s)`,
    async (query, { ctx }) => {
      expect((await open(givenShop(ctx), query)).status).toBe(404)
    },
  )

  test(`too many wrong links are refused to ${name}, and the right one opens all the same`, async ({
    ctx,
  }) => {
    const shop = givenShop(ctx)
    const { token } = await subscribed(shop, ctx, 'manage')
    shop.refusing.add('privateLinkMiss')
    expect((await open(shop, '?key=made-up')).status).toBe(429)
    expect((await open(shop, `?key=${token}`)).status).toBe(200)
  })
}

test('unsubscribe links work despite wrong guesses from the same network', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const { subscriptionId, token } = await subscribed(shop, ctx, 'manage')
  shop.refusing.add('privateLinkMiss')
  const args = visit(shop, {
    path: `/subscriptions/unsubscribe?key=${token}`,
    form: { 'List-Unsubscribe': 'One-Click' },
  })
  expect((await answerOf(() => stop(args))).status).toBe(200)
  expect((await findSubscription(db, subscriptionId))?.state).toBe('ended')
})
