import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { createLimits } from '#app/http/limits.server.ts'
import { hardBits, usualBits } from '#app/http/proof-of-work.ts'
import { after, minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { held, hold, numbers, processes, somebody } from '#test/holders.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenSite, type TestSite } from '#test/site.ts'
import { expireHolds, payOrder } from './flows.server.ts'
import { mailHoldConfirmation } from './jobs.server.ts'
import { cancelHold } from './store/hold.server.ts'
import type { Holder } from './store/holders.server.ts'
import { startReplacementOrder } from './store/replacement-order.server.ts'
import { orderHolders } from './tables.ts'

test('people of one address, in several processes, hold six with the usual proof, and the rest with more', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 20 })
  const { places, close } = processes(ctx, 3)
  const { address } = somebody()
  const people = Array.from({ length: 18 }, () => somebody({ address }))
  const press = (proof: Holder['proof']) =>
    Promise.all(people.map((holder, at) => hold(places[at % 3] ?? ctx, { ...holder, proof })))
  const usual = await press('usual')
  expect(usual.filter(({ ok }) => ok)).toHaveLength(6)
  for (const answer of usual) if (!answer.ok) expect(answer).toEqual({ ok: false, why: 'more_proof' })
  const rest = people.filter((_, at) => !usual[at]?.ok)
  const answers = await Promise.all(rest.map((holder) => hold(ctx, { ...holder, proof: 'more' })))
  await close()
  expect(answers.filter(({ ok }) => ok)).toHaveLength(12)
})

test('a paid hold leaves the count of its address at once', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 20 })
  const { address } = somebody()
  for (let at = 0; at < 12; at++) {
    const orderId = await held(ctx, somebody({ address }))
    await payOrder(
      givenPaymentContext(ctx),
      ordersOnSale,
      orderId,
      reservationForm({ email: `${at}@example.com` }),
    )
  }
})

test('a confirmed email counts as a person, in any browser', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 20 })
  const confirmed = () => somebody({ mail: 'mine', proof: 'more' })
  await held(ctx, confirmed())
  await held(ctx, confirmed())
  expect(await hold(ctx, confirmed())).toEqual({ ok: false, why: 'mail_limit', max: 2 })
})

test('a number that one browser let go twice is held by it again after a minute, by others at once', async ({
  db,
  ctx,
}) => {
  await givenDrop(db)
  const me = somebody()
  const letGo = async () => {
    const orderId = await held(ctx, me, [3])
    await transact(ctx, (work) => cancelHold(work, ordersOnSale, orderId))
  }
  await letGo()
  await held(ctx, me, [3])
  ctx.setNow(after(ctx.now(), 10.5 * minute))
  expect(await hold(ctx, me, [3])).toEqual({ ok: false, why: 'cooling_down' })
  await expireHolds(ctx, ordersOnSale)
  expect(await hold(ctx, me, [3])).toEqual({ ok: false, why: 'cooling_down' })
  expect(await hold(ctx, me, [2])).toMatchObject({ ok: true })
  const others = await held(ctx, somebody(), [3])
  await transact(ctx, (work) => cancelHold(work, ordersOnSale, others))
  ctx.setNow(after(ctx.now(), minute))
  expect(await hold(ctx, me, [3])).toMatchObject({ ok: true })
})

test('changing a cart is not letting its numbers go', async ({ db, ctx }) => {
  await givenDrop(db)
  const me = somebody()
  const change = async (orderId: string) => {
    const request = { key: crypto.randomUUID(), lines: numbers([1]), holder: me }
    const started = await transact(ctx, (work) =>
      startReplacementOrder(work, ordersOnSale, [orderId], request),
    )
    if (!started.ok) throw new Error(started.why)
    return started.orderId
  }
  await change(await change(await change(await change(await held(ctx, me, [1])))))
})

function solve(challenge: string): string {
  const bits = Number(challenge.split('.')[1])
  for (let number = 0; ; number++) {
    const proof = `${challenge}~${number}`
    if (Number.parseInt(hash('sha256', proof).slice(0, 8), 16) < 2 ** (32 - bits)) return proof
  }
}

function browser({ ask }: TestSite) {
  const cookies = new Map<string, string>()
  const send: TestSite['ask'] = async (path, more = {}) => {
    const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ask(path, {
      ...more,
      headers: { ...(more.headers as object), ...(jar && { Cookie: jar }) },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const press = async (bits: number) => {
    const key = crypto.randomUUID()
    const query = new URLSearchParams({ what: 'drop:test-drop', key, bits: String(bits) })
    const { challenge } = (await (await send(`/hold-proof?${query}`)).json()) as { challenge: string }
    const form = { number: '', key, [holdProofField]: solve(challenge) }
    return send('/drops/test-drop/reserve', { form, headers: { Accept: 'text/html' } })
  }
  return { send, press }
}

const givenLimitedSite = (ctx: Parameters<typeof givenSite>[0]) =>
  givenSite(ctx, {}, (shop) => {
    const pool = (shop.db as unknown as { $client: Pool }).$client
    const log = pino({ level: 'silent' })
    return { ...shop, limits: createLimits({ pool, on: true, log, keyedHash: shop.keyedHash }) }
  })

test('two hundred buyers behind one address in a rush on fifty units: fifty sold, nobody refused for the address', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 50 })
  const site = await givenLimitedSite(ctx)
  let more = 0
  const buy = async (buyer: number): Promise<string> => {
    const { send, press } = browser(site)
    let answer = await press(usualBits)
    let page = await answer.text()
    if (page.includes('One more check')) {
      more++
      answer = await press(hardBits)
      page = await answer.text()
    }
    const checkout = answer.headers.get('Location') ?? ''
    if (!checkout.startsWith('/checkout/'))
      return page.includes('One more check') || answer.status === 429
        ? `refused: ${answer.status}`
        : 'sold out'
    const form = {
      ...reservationForm({ name: `Buyer ${'ab'.repeat(buyer + 1)}`, email: `${buyer}@example.com` }),
    }
    const fields = Object.fromEntries(
      Object.entries(form).map(([name, value]) => [name, String(value ?? '')]),
    )
    const paid = await send(checkout, { form: fields })
    return paid.headers.get('Location')?.startsWith('/orders/')
      ? 'paid'
      : `not paid: ${paid.status} ${await paid.text()}`
  }
  const outcomes: string[] = []
  let next = 0
  const lane = async () => {
    while (next < 200) outcomes.push(await buy(next++))
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  const of = (outcome: string) => outcomes.filter((each) => each === outcome).length
  expect(outcomes.filter((each) => each !== 'paid' && each !== 'sold out')).toEqual([])
  expect([of('paid'), of('sold out')]).toEqual([50, 150])
  expect(more, 'the address was crowded').toBeGreaterThan(0)
  expect(new Set((await db.select().from(orderHolders)).map(({ address }) => address)).size).toBe(1)
  const units = await db.select().from(dropUnits)
  expect(units.filter(({ state }) => state === 'taken')).toHaveLength(50)
  expect(new Set(units.map(({ orderId }) => orderId)).size).toBe(50)
}, 240_000)

test('without script an email is confirmed by a mailed link, and the next press holds', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 50 })
  const site = await givenLimitedSite(ctx)
  const plain = (visitor: ReturnType<typeof browser>) =>
    visitor.send('/drops/test-drop/reserve?number=20', {
      form: { number: '20', key: crypto.randomUUID() },
      headers: { Accept: 'text/html' },
    })
  for (let person = 0; person < 6; person++)
    await held(ctx, somebody({ address: site.shop.keyedHash('address unknown') }))
  const me = browser(site)
  const refused = await plain(me)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('href="/confirm-email"')
  const referrer = 'http://localhost:3000/drops/test-drop/reserve?number=20'
  const page = await (await me.send('/confirm-email', { headers: { Referer: referrer } })).text()
  expect(page).toContain('value="/drops/test-drop/reserve?number=20"')
  const form = { email: 'me@example.com', to: '/drops/test-drop/reserve?number=20' }
  expect((await me.send('/confirm-email', { form })).headers.get('Location')).toBe('/confirm-email?sent=yes')
  const [mail] = ctx.queued
  await mailHoldConfirmation.run(site.shop, mail?.payload as never)
  const link = /http\S+confirm-email\S+/.exec(site.shop.sent[0]?.text ?? '')?.[0] ?? ''
  const opened = await me.send(link.replace(site.shop.publicUrl, ''))
  expect(opened.headers.get('Location')).toBe('/drops/test-drop/reserve?number=20')
  expect((await plain(me)).headers.get('Location')).toMatch(/^\/checkout\//)
  const elsewhere = link.replace(site.shop.publicUrl, '').replace(/to=[^&]*/, 'to=https://evil.example')
  expect((await browser(site).send(elsewhere)).headers.get('Location')).toBe('/')
  ctx.setNow(after(ctx.now(), 31 * minute))
  expect((await browser(site).send(link.replace(site.shop.publicUrl, ''))).status).toBe(200)
})
