import { describe, expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { visitContext } from '#app/http/context.server.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { startHold } from '#app/features/checkout/store/start.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { action as ask } from './routes/find-link.tsx'
import { action as pressLink } from './routes/link.tsx'
import { loader as orderPage } from './routes/order.tsx'
import { findOwnHistory, findOwnOrder } from './store/read.server.ts'
import { endLinks, makeLink, opensOrder, orderToken } from './store/links.server.ts'

async function given(ctx: TestContext, isPaid = true) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const held = await heldOrder(shop)
  if (isPaid) await payOrder(shop, ordersOnSale, held.orderId, reservationForm())
  return { shop, ...held }
}

async function opened(shop: TestShop, orderId: string, token: string) {
  const key = [shop, orderId, token] as const
  const ways = await Promise.all([
    opensOrder(...key),
    findOwnOrder(...key).then(Boolean),
    findOwnHistory(...key).then(Boolean),
  ])
  expect(new Set(ways).size).toBe(1)
  return ways[0]
}

describe('a private link', () => {
  test('to a paid order opens it for 90 days', async ({ ctx }) => {
    const { shop, orderId, token } = await given(ctx)
    const start = ctx.now()
    ctx.setNow(after(start, 90 * day - hour))
    expect(await opened(shop, orderId, token)).toBe(true)
    ctx.setNow(after(start, 90 * day))
    expect(await opened(shop, orderId, token)).toBe(false)
  })

  test('to an order that is not paid opens it for two days', async ({ ctx }) => {
    const { shop, orderId, token } = await given(ctx, false)
    const start = ctx.now()
    ctx.setNow(after(start, 2 * day - hour))
    expect(await opened(shop, orderId, token)).toBe(true)
    ctx.setNow(after(start, 2 * day))
    expect(await opened(shop, orderId, token)).toBe(false)
    const newer = await transact(shop, (work) => makeLink(work, orderId))
    expect(await opened(shop, orderId, newer)).toBe(true)
  })

  for (const state of ['expired', 'canceled'])
    test(`to an order that is ${state} opens it for two days`, async ({ ctx }) => {
      const { shop, orderId, token } = await given(ctx, false)
      await ctx.db.execute(`update orders set state = '${state}'`)
      expect(await opened(shop, orderId, token)).toBe(true)
      ctx.setNow(after(ctx.now(), 3 * day))
      expect(await opened(shop, orderId, token)).toBe(false)
    })

  test('to an order whose payment is awaited opens it as long as to a paid one', async ({ ctx }) => {
    const { shop, orderId, token } = await given(ctx, false)
    await ctx.db.execute(`update orders set state = 'review'`)
    ctx.setNow(after(ctx.now(), 60 * day))
    expect(await opened(shop, orderId, token)).toBe(true)
  })

  test('opens only its own order, and only unaltered', async ({ ctx }) => {
    const { shop, orderId, token } = await given(ctx)
    const other = await heldOrder(shop, 1)
    expect(await opened(shop, other.orderId, token)).toBe(false)
    expect(await opened(shop, orderId, `${token}x`)).toBe(false)
    const elsewhere = { sign: keyedHashOf('the key of another shop'), now: ctx.now() }
    expect(await opened(shop, orderId, orderToken(elsewhere, { id: orderId, linkEpoch: '' }))).toBe(false)
  })

  test('ends where the key that signs links was replaced', async ({ ctx }) => {
    const { shop, orderId, token } = await given(ctx)
    expect(await opened({ ...shop, sign: keyedHashOf('a new key') }, orderId, token)).toBe(false)
  })

  test('is not in the order page’s data', async ({ ctx }) => {
    const { shop, orderId, token, cookies } = await given(ctx)
    const args = { path: `/orders/${orderId}`, params: { order: orderId }, cookies }
    const page = await answerOf(() => orderPage(visit(shop, args)))
    expect(page.status).toBe(200)
    expect(JSON.stringify(page.value)).not.toContain(token)
    expect(JSON.stringify(page.value)).not.toContain('key=')
  })

  test('is shown on request', async ({ ctx }) => {
    const { shop, orderId, cookies } = await given(ctx)
    const args = { path: `/orders/${orderId}/link`, params: { order: orderId }, form: {}, cookies }
    const { value } = await answerOf(() => pressLink(visit(shop, args)))
    const shown = /key=([\w-]+)$/.exec((value as { link: string }).link)?.[1] ?? ''
    expect(await opened(shop, orderId, shown)).toBe(true)
    expect(await answerOf(() => pressLink(visit(shop, { ...args, cookies: [] })))).toMatchObject({
      status: 404,
    })
    shop.refusing.add('orderChange')
    expect(await answerOf(() => pressLink(visit(shop, args)))).toMatchObject({
      status: 429,
      value: { link: '' },
    })
  })
})

describe('ending all links', () => {
  const end = async (
    shop: TestShop,
    orderId: string,
    cookies: readonly string[],
    form: Record<string, string> = {},
  ) => {
    const path = `/orders/${orderId}/link`
    const seen = visit(shop, { path, params: { order: orderId }, form: { end: 'yes', ...form }, cookies })
    const answer = await answerOf(() => pressLink(seen))
    return { ...answer, cookies: seen.context.get(visitContext).cookies }
  }
  const tokenIn = (orderId: string, [cookie = '']: readonly string[]) =>
    new RegExp(`paco-order-${orderId}=([\\w-]+)`).exec(cookie)?.[1] ?? ''

  test('revokes links of emails and other browsers, and keeps this browser signed in', async ({ ctx }) => {
    const { shop, orderId, token, cookies } = await given(ctx)
    const mailedToken = await transact(shop, (work) => makeLink(work, orderId))
    const answer = await end(shop, orderId, cookies)
    expect(answer).toMatchObject({ status: 303, location: `/orders/${orderId}` })
    expect(answer.cookies).toHaveLength(1)
    const fresh = tokenIn(orderId, answer.cookies)
    expect(await opened(shop, orderId, token)).toBe(false)
    expect(await opened(shop, orderId, mailedToken)).toBe(false)
    expect(await opened(shop, orderId, fresh)).toBe(true)
    const history = await findOwnHistory(shop, orderId, fresh)
    expect(history?.events.at(-1)?.kind).toBe('links_ended')
  })

  test('pressed again after its answer was lost, ends nothing more and gives this browser its link', async ({
    ctx,
  }) => {
    const { shop, orderId, cookies } = await given(ctx)
    const form = { key: 'a-key-of-this-very-form' }
    await end(shop, orderId, cookies, form)
    const again = await end(shop, orderId, cookies, form)
    expect(again).toMatchObject({ status: 303, location: `/orders/${orderId}` })
    const fresh = tokenIn(orderId, again.cookies)
    expect(await opened(shop, orderId, fresh)).toBe(true)
    const history = await findOwnHistory(shop, orderId, fresh)
    expect(history?.events.filter(({ kind }) => kind === 'links_ended')).toHaveLength(1)
    await end(shop, orderId, [`paco-order-${orderId}=${fresh}`], { key: 'a-key-of-another-form' })
    expect(await end(shop, orderId, cookies, form)).toMatchObject({ status: 404 })
  })

  test('pressed twice at one moment, leaves this browser its link', async ({ ctx }) => {
    const { shop, orderId, cookies } = await given(ctx)
    const form = { key: 'a-key-of-this-very-form' }
    const answers = await Promise.all([1, 2, 3].map(() => end(shop, orderId, cookies, form)))
    for (const { status, cookies: set } of answers) {
      expect(status).toBe(303)
      expect(await opened(shop, orderId, tokenIn(orderId, set))).toBe(true)
    }
  })

  test('leaves those that are made from then on', async ({ ctx }) => {
    const { shop, orderId, token } = await given(ctx)
    await transact(shop, (work) => endLinks(work, orderId))
    const next = await transact(shop, (work) => makeLink(work, orderId))
    expect([await opened(shop, orderId, token), await opened(shop, orderId, next)]).toEqual([false, true])
  })

  test('ends what the form that began the order gives who sends it again', async ({ ctx }) => {
    const { shop } = await given(ctx)
    const begin = () =>
      startHold(shop, ordersOnSale, {
        key: 'k'.repeat(43),
        lines: [{ kind: 'drop_unit', ref: { slug: 'test-drop', number: 3 } }],
      })
    const begun = await begin()
    if (!begun.ok) throw new Error(begun.why)
    expect(await begin()).toMatchObject({ ok: true, orderId: begun.orderId })
    await transact(shop, (work) => endLinks(work, begun.orderId))
    expect(await begin()).toEqual({ ok: false, why: 'key_reused' })
  })

  test('does not affect links of other orders', async ({ ctx }) => {
    const { shop, orderId, cookies } = await given(ctx)
    const other = await heldOrder(shop, 1)
    await end(shop, orderId, cookies)
    expect(await opened(shop, other.orderId, other.token)).toBe(true)
  })

  test('needs a link and is rate limited', async ({ ctx }) => {
    const { shop, orderId, token, cookies } = await given(ctx)
    expect(await end(shop, orderId, [])).toMatchObject({ status: 404 })
    shop.refusing.add('orderChange')
    expect(await end(shop, orderId, cookies)).toMatchObject({ status: 429 })
    expect(await opened(shop, orderId, token)).toBe(true)
  })
})

describe('asking for a lost link', () => {
  const send = (shop: TestShop, form: Record<string, string>) =>
    answerOf(() => ask(visit(shop, { path: '/orders/find', form })))

  async function runJobs(shop: TestShop, ctx: TestContext) {
    for (const { job, payload } of ctx.queued.splice(0))
      await jobsOfOrders(ordersOnSale)
        .find(({ name }) => name === job)
        ?.run(shop, payload)
  }

  test('mails a new link to the email of the order, however code and email are typed', async ({ ctx }) => {
    const { shop, orderId } = await given(ctx)
    ctx.queued.length = 0
    const typed = ` ${orderId.slice(0, 5).toLowerCase()}-${orderId.slice(5)} `
    expect(await send(shop, { orderCode: typed, orderEmail: 'Buyer@Example.com' })).toMatchObject({
      status: 303,
      location: '/orders/find?sent=yes',
    })
    expect(JSON.stringify(ctx.queued)).not.toMatch(/example\.com/i)
    await runJobs(shop, ctx)
    expect(shop.sent).toMatchObject([
      { to: 'buyer@example.com', subject: `A new link to your order ${orderId}` },
    ])
    const token = /key=([\w-]+)/.exec(shop.sent[0]?.text ?? '')?.[1] ?? ''
    expect(await opened(shop, orderId, token)).toBe(true)
  })

  test('mails once for a form that is sent twice, and again for the next form', async ({ ctx }) => {
    const { shop, orderId } = await given(ctx)
    ctx.queued.length = 0
    const form = { key: 'k'.repeat(43), orderCode: orderId, orderEmail: 'buyer@example.com' }
    await Promise.all([send(shop, form), send(shop, form)])
    await runJobs(shop, ctx)
    expect(shop.sent).toHaveLength(1)
    await send(shop, { ...form, orderEmail: 'somebody@example.com' })
    await send(shop, { ...form, key: 'n'.repeat(43) })
    await runJobs(shop, ctx)
    expect(shop.sent).toHaveLength(2)
  })

  test('responds the same for an unknown order and another email', async ({ ctx }) => {
    const { shop, orderId } = await given(ctx)
    const answers = []
    const work = []
    for (const form of [
      { orderCode: orderId, orderEmail: 'buyer@example.com' },
      { orderCode: orderId, orderEmail: 'somebody@example.com' },
      { orderCode: '2222222222', orderEmail: 'buyer@example.com' },
    ]) {
      ctx.queued.length = 0
      answers.push(await send(shop, form))
      work.push(ctx.queued.map(({ job, payload }) => [job, ...Object.keys(payload)]))
      if (form.orderCode !== orderId || form.orderEmail !== 'buyer@example.com') await runJobs(shop, ctx)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(new Set(work.map((jobs) => JSON.stringify(jobs))).size).toBe(1)
    expect(shop.sent).toEqual([])
  })

  test('is limited by address and by email', async ({ ctx }) => {
    const { shop, orderId } = await given(ctx)
    ctx.queued.length = 0
    const form = { orderCode: orderId, orderEmail: 'Buyer@Example.com' }
    await send(shop, form)
    expect(shop.counted).toEqual(expect.arrayContaining(['findLink 192.0.2.1', 'mailTo buyer@example.com']))
    for (const limit of ['findLink', 'mailTo'] as const) {
      ctx.queued.length = 0
      shop.refusing.clear()
      shop.refusing.add(limit)
      expect(await send(shop, form)).toMatchObject({ status: 429, value: { given: { orderCode: orderId } } })
      expect(ctx.queued).toEqual([])
    }
  })
})
