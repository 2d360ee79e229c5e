import { eq } from 'drizzle-orm'
import { expect, onTestFinished, vi } from 'vitest'
import { PreparingClient, openDb, transact } from '#app/db/db.server.ts'
import { after, day, minute, second } from '#app/kit/clock.ts'
import { test, type TestContext, testContext } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { drops, dropUnits } from '#app/features/drops/tables.ts'
import { expireHolds, payOrder } from './flows.server.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { orderHolders } from './tables.ts'
import { cancelHold } from './store/hold.server.ts'
import { forgetHolders, type Holder, type Payer } from './store/holders.server.ts'
import { startHold } from './store/start.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { hardBits, holdProofField, holdSubject, makeProof, usualBits } from '#app/http/proofs.ts'
import { refusedToAllMark } from '#app/http/errors.ts'
import { createLimits } from '#app/http/limits.server.ts'
import { givenSite, type TestSite } from '#test/site.ts'
import { mailHoldConfirmation } from './jobs.server.ts'

test('twenty presses of one browser at once, in several processes, hold no more than one buyer may', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 20 })
  const { places, close } = processes(ctx, 3)
  const { visitor } = somebody()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      hold(places[at % places.length] ?? ctx, somebody({ visitor, proof: 'more' })),
    ),
  )
  await close()
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
  const refused = answers.filter(({ ok }) => !ok)
  expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ ok: false, why: 'buyer_limit', max: 2 })]),
  )
  expect(await db.$count(orders)).toBe(2)
})

test('one browser holds two numbers on any network; the third is refused', async ({ db, ctx }) => {
  await givenDrop(db)
  const { visitor } = somebody()
  await held(ctx, somebody({ visitor }))
  const orderId = await held(ctx, somebody({ visitor }))
  expect(await hold(ctx, somebody({ visitor }))).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
  await release(ctx, orderId)
  expect(await hold(ctx, somebody({ visitor }))).toMatchObject({ ok: true })
})

test('a newcomer holds with one statement and no counts; whoever is known is counted', async ({
  ctx,
  db,
}) => {
  await givenDrop(db, { maxPerBuyer: 1 })
  const query = vi.spyOn(PreparingClient.prototype, 'runAll')
  onTestFinished(() => query.mockRestore())
  const me = somebody()
  await held(ctx, me)
  expect(query.mock.calls.map(([statements]) => statements.length)).toEqual([2])
  expect(await hold(ctx, { ...somebody(), address: me.address })).toMatchObject({ ok: true })
  expect(await hold(ctx, me)).toEqual({ ok: false, why: 'buyer_limit', max: 1 })
})

test('purchases count, expired and returned holds do not', async ({ db, ctx }) => {
  await givenDrop(db)
  const me = somebody()
  const [bought, left] = [await held(ctx, me), await held(ctx, me)]
  await pay(ctx, bought)
  ctx.setNow(after(ctx.now(), 11 * minute))
  const again = await held(ctx, me)
  expect(await hold(ctx, me)).toMatchObject({ why: 'buyer_limit' })
  expect(again).not.toBe(left)
  await expireHolds(ctx, ordersOnSale)
  await refundOwnLines(givenPaymentContext(ctx), ordersOnSale, bought, [0])
  expect(await hold(ctx, me)).toMatchObject({ ok: true })
})

test('a returned number of an order does not count', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 9 })
  const me = somebody()
  const both = await held(ctx, me, [1, 2])
  await pay(ctx, both)
  expect(await hold(ctx, me)).toMatchObject({ why: 'buyer_limit' })
  await refundOwnLines(givenPaymentContext(ctx), ordersOnSale, both, [0])
  expect(await hold(ctx, me)).toMatchObject({ ok: true })
  expect(await hold(ctx, me)).toMatchObject({ why: 'buyer_limit' })
})

test('a drop may set a higher limit or none', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 9, maxPerBuyer: 1 })
  const me = somebody()
  await held(ctx, me)
  expect(await hold(ctx, me)).toEqual({ ok: false, why: 'buyer_limit', max: 1 })
  await db.update(drops).set({ maxPerBuyer: null })
  await held(ctx, me)
  await held(ctx, me)
})

test('one order cannot exceed the limit per buyer, even without a holder', async ({ db, ctx }) => {
  await givenDrop(db)
  expect(await hold(ctx, undefined, [1, 2, 3])).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
  expect(await hold(ctx, undefined, [1, 2])).toMatchObject({ ok: true })
})

test('a duplicate request is one order, also at the limit', async ({ db, ctx }) => {
  await givenDrop(db)
  const [me, key] = [somebody(), crypto.randomUUID()]
  await held(ctx, me)
  const first = await hold(ctx, me, [2], key)
  expect(await hold(ctx, me, [2], key)).toMatchObject({ ok: true, orderId: first.ok && first.orderId })
})

test('holds that a new order replaces do not count against it', async ({ db, ctx }) => {
  await givenDrop(db)
  const me = somebody()
  const earlier = await held(ctx, me, [1, 2])
  const instead = (wanted: number[]) =>
    startHold(ctx, ordersOnSale, {
      key: crypto.randomUUID(),
      lines: numbers(wanted),
      holder: me,
      instead: [earlier],
    })
  expect(await instead([1, 2, 3])).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
  expect(await instead([2, 3])).toMatchObject({ ok: true })
})

test('a holder is deleted a day after its order failed', async ({ db, ctx }) => {
  await givenDrop(db)
  const [gone, bought] = [await held(ctx, somebody()), await held(ctx, somebody())]
  await pay(ctx, bought)
  await release(ctx, gone)
  const stored = async () => (await db.select().from(orderHolders)).map(({ orderId }) => orderId)
  await transact(ctx, forgetHolders)
  expect(await stored()).toHaveLength(2)
  ctx.setNow(after(ctx.now(), 2 * day))
  await transact(ctx, forgetHolders)
  expect(await stored()).toEqual([bought])
  ctx.setNow(after(ctx.now(), 400 * day))
  await transact(ctx, forgetHolders)
  expect(await stored()).toEqual([])
})

test('one email, one card and one name with its ZIP code buy two numbers each, from any number of browsers', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 20 })
  const claim = async (payer: Partial<Payer>) =>
    claimAs(ctx, await held(ctx, somebody()), { mail: crypto.randomUUID(), ...payer })
  for (const [key, why] of [
    ['mail', 'mail_limit'],
    ['card', 'card_limit'],
    ['home', 'home_limit'],
  ] as const) {
    expect(await claim({ [key]: 'mine' })).toBeUndefined()
    expect(await claim({ [key]: 'mine' })).toBeUndefined()
    expect(await claim({ [key]: 'mine' })).toEqual({ ok: false, why, max: 2 })
    expect(await claim({ [key]: 'another' })).toBeUndefined()
  }
  for (let at = 0; at < 3; at++) expect(await claim({})).toBeUndefined()
})

test('retrying the same order does not count twice, and a corrected email releases the first', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 12 })
  const orderId = await held(ctx, somebody(), [1, 2])
  const claim = (mail: string, of = orderId) => claimAs(ctx, of, { mail })
  expect(await claim('mine')).toBeUndefined()
  expect(await claim('mine')).toBeUndefined()
  expect(await claim('corrected')).toBeUndefined()
  const [row] = await db.select().from(orderHolders).where(eq(orderHolders.orderId, orderId))
  expect(row).toMatchObject({ mail: 'corrected' })
  const two = await held(ctx, somebody(), [7, 8])
  expect(await claim('mine', two)).toBeUndefined()
})

test('concurrent payments with one email pass only up to the limit', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 20 })
  const ids: string[] = []
  for (let at = 0; at < 12; at++) ids.push(await held(ctx, somebody()))
  const { places, close } = processes(ctx, 3)
  const claims = await Promise.all(
    ids.map((orderId, at) => claimAs(places[at % 3] ?? ctx, orderId, { mail: 'mine' })),
  )
  await close()
  expect(claims.filter((refused) => !refused)).toHaveLength(2)
})

test('a charge without stock does not count', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 6 })
  const me = somebody()
  const orderId = await held(ctx, me, [1, 2])
  await db.update(orders).set({ state: 'paid_unfulfilled', paidAt: ctx.now() }).where(eq(orders.id, orderId))
  expect(await hold(ctx, me)).toMatchObject({ ok: true })
})

test('the payer of a paid order does not change with later submissions', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 6 })
  const orderId = await held(ctx, somebody(), [1, 2])
  const claim = (mail: string, of = orderId) => claimAs(ctx, of, { mail })
  await claim('mine')
  await pay(ctx, orderId)
  expect(await claim('somebody else')).toMatchObject({ why: 'already_paid' })
  const third = await held(ctx, somebody())
  expect(await claim('mine', third)).toEqual({ ok: false, why: 'mail_limit', max: 2 })
})

test('of two concurrent submissions with different emails, the one that pays is stored', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 6 })
  const orderId = await held(ctx, somebody(), [1, 2])
  const paymentCtx = givenPaymentContext(ctx)
  const other = { mail: 'somebody else', card: null, home: null }
  const charge: typeof paymentCtx.gateway.charge = async (request) => {
    const crossing = await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm(), { payer: other })
    expect(crossing).toMatchObject({ why: 'already_paying' })
    return paymentCtx.gateway.charge(request)
  }
  const crossed = { ...paymentCtx, gateway: { ...paymentCtx.gateway, charge } }
  const mine = { mail: 'mine', card: null, home: null }
  await payOrder(crossed, ordersOnSale, orderId, reservationForm(), { payer: mine })
  const third = await held(ctx, somebody())
  const refused = await payOrder(givenPaymentContext(ctx), ordersOnSale, third, reservationForm(), {
    payer: mine,
  })
  expect(refused).toEqual({ ok: false, why: 'mail_limit', max: 2 })
  expect(await db.select({ state: orders.state }).from(orders).where(eq(orders.id, third))).toEqual([
    { state: 'held' },
  ])
})

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
    await pay(ctx, orderId, { email: `${at}@example.com` })
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
    await release(ctx, orderId)
  }
  await letGo()
  await held(ctx, me, [3])
  ctx.setNow(after(ctx.now(), 10.5 * minute))
  expect(await hold(ctx, me, [3])).toEqual({ ok: false, why: 'cooling_down' })
  await expireHolds(ctx, ordersOnSale)
  expect(await hold(ctx, me, [3])).toEqual({ ok: false, why: 'cooling_down' })
  expect(await hold(ctx, me, [2])).toMatchObject({ ok: true })
  const others = await held(ctx, somebody(), [3])
  await release(ctx, others)
  ctx.setNow(after(ctx.now(), minute))
  expect(await hold(ctx, me, [3])).toMatchObject({ ok: true })
})

test('changing a cart is not letting its numbers go', async ({ db, ctx }) => {
  await givenDrop(db)
  const me = somebody()
  const change = async (orderId: string) => {
    const request = { key: crypto.randomUUID(), lines: numbers([1]), holder: me, instead: [orderId] }
    const started = await startHold(ctx, ordersOnSale, request)
    if (!started.ok) throw new Error(started.why)
    return started.orderId
  }
  await change(await change(await change(await change(await held(ctx, me, [1])))))
})

function browser({ ask, shop: { now } }: TestSite) {
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
    const proof = await makeProof(holdSubject({ what: 'drop:test-drop', key }), now(), bits)
    const form = { number: '', key, [holdProofField]: proof }
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

test('a crowd that comes too late is answered from memory for a second, but for its own earlier presses', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 1 })
  const site = await givenLimitedSite(ctx)
  const press = async (key: string = crypto.randomUUID(), more: Record<string, string> = {}) => {
    const headers = { Accept: 'text/html' }
    const form = { number: '', key, ...more }
    const answer = await site.ask('/drops/test-drop/reserve', { headers, form })
    expect(answer.headers.has(refusedToAllMark)).toBe(false)
    return answer.headers.get('Location') ?? ''
  }
  const [first, gone] = [crypto.randomUUID(), '/drops/test-drop/reserve']
  const checkout = await press(first)
  const [, orderId = ''] = /^\/checkout\/(\w+)$/.exec(checkout) ?? []
  expect(await press()).toBe(gone)
  await release(ctx, orderId)
  const start = vi.spyOn(PreparingClient.prototype, 'runAll')
  onTestFinished(() => start.mockRestore())
  expect(await Promise.all([press(), press(), press()])).toEqual([gone, gone, gone])
  expect(start).not.toHaveBeenCalled()
  expect(await press(first)).toBe(checkout)
  expect(await press(crypto.randomUUID(), { number: '1' })).toMatch(/^\/checkout\//)
  ctx.setNow(after(ctx.now(), second))
  expect(await press()).toBe(gone)
})

test('two hundred buyers behind one address in a rush on fifty units: fifty sold, nobody refused for the address', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 50 })
  const site = await givenLimitedSite(ctx)
  let more = 0
  // The first eight hold before one of them pays: the address is crowded whatever the machine does.
  const lanes = 8
  let holding = 0
  const allHold = Promise.withResolvers<void>()
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
    if (++holding === lanes) allHold.resolve()
    await allHold.promise
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
  await Promise.all(Array.from({ length: lanes }, lane))
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
  await mailHoldConfirmation.run(site.shop, mail?.payload)
  const link = /http\S+confirm-email\S+/.exec(site.shop.sent[0]?.text ?? '')?.[0] ?? ''
  const opened = await me.send(link.replace(site.shop.publicUrl, ''))
  expect(opened.headers.get('Location')).toBe('/drops/test-drop/reserve?number=20')
  expect((await plain(me)).headers.get('Location')).toMatch(/^\/checkout\//)
  const elsewhere = link.replace(site.shop.publicUrl, '').replace(/to=[^&]*/, 'to=https://evil.example')
  expect((await browser(site).send(elsewhere)).headers.get('Location')).toBe('/')
  ctx.setNow(after(ctx.now(), 31 * minute))
  expect((await browser(site).send(link.replace(site.shop.publicUrl, ''))).status).toBe(200)
})

const somebody = (values: Partial<Holder> = {}): Holder => ({
  visitor: crypto.randomUUID(),
  address: crypto.randomUUID(),
  mail: null,
  proof: 'usual',
  ...values,
})
const numbers = (wanted: (number | null)[], slug = 'test-drop') =>
  wanted.map((number) => ({ kind: 'drop_unit' as const, ref: { slug, number } }))

const hold = (
  ctx: TestContext,
  holder: Holder | undefined,
  wanted: (number | null)[] = [null],
  key?: string,
) => startHold(ctx, ordersOnSale, { key: key ?? crypto.randomUUID(), lines: numbers(wanted), holder })

async function held(ctx: TestContext, holder: Holder | undefined, wanted?: (number | null)[]) {
  const started = await hold(ctx, holder, wanted)
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started.orderId
}

const pay = (ctx: TestContext, orderId: string, form: Parameters<typeof reservationForm>[0] = {}) =>
  payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, reservationForm(form))

const release = (ctx: TestContext, orderId: string) =>
  transact(ctx, (work) => cancelHold(work, ordersOnSale, orderId))

/** With a card that is declined: the order stays held, and its payer counts. */
async function claimAs(ctx: TestContext, orderId: string, payer: Partial<Payer> & { mail: string }) {
  const form = reservationForm({ paymentToken: 'sandbox_decline' })
  const tried = await payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, form, {
    payer: { card: null, home: null, ...payer },
  })
  return tried.ok ? undefined : tried
}

function processes({ db, now }: TestContext, count: number) {
  const url = (db as unknown as { $client: Pool }).$client.options.connectionString ?? ''
  const opened = Array.from({ length: count }, () => openDb(url, 6))
  return {
    places: opened.map((each) => testContext(each.db, now())),
    close: () => Promise.all(opened.map(({ pool }) => pool.end())),
  }
}
