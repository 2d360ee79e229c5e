import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { action as pay, loader as checkout } from '#app/features/checkout/routes/checkout.tsx'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { subscribers, subscriptions } from '#app/features/subscriptions/tables.ts'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { dropJobs } from './jobs.server.ts'
import { action, loader } from './routes/offer.tsx'
import { dropVariants, drops } from './tables.ts'
import { refusalWords } from './words.ts'

const slug = 'test-drop'

async function offered(ctx: TestContext, names: readonly string[] = ['Field', 'Night']) {
  const shop = { ...ctx, ...givenShop(ctx) }
  const drop = await givenDrop(ctx.db, { totalUnits: 2, caliber: '5.56 NATO', barrel: '10.3 in' })
  const { orderId: first } = await heldOrder(shop, 2)
  await payOrder(shop, ordersOnSale, first, reservationForm())
  const { orderId: other } = await heldOrder(shop, 1)
  await payOrder(shop, ordersOnSale, other, reservationForm())
  const ids = []
  for (const [position, name] of names.entries()) {
    const own = name === 'Night' && { price: 269_900, finish: 'Black', barrel: '11.5 in' }
    const [made] = await ctx.db
      .insert(dropVariants)
      .values({ dropId: drop.id, name, position, ...own })
      .returning()
    ids.push(made?.id ?? '')
  }
  const run = async (name: string, payload: object = {}) =>
    dropJobs(ordersOnSale)
      .find((job) => job.name === name)
      ?.run(shop, payload)
  await run('offer-returned-units')
  await joinWaitlist(ctx)
  await refundOrder(shop, ordersOnSale, first)
  await run('offer-returned-units')
  for (const { job, payload } of shop.queued.splice(0)) await run(job, payload)
  const mail = shop.sent.find(({ subject }) => subject.includes('is held for you'))
  const [, orderId = '', token = ''] = /offers\/(\w+)\?key=([\w-]+)/.exec(mail?.text ?? '') ?? []
  const [field = '', night = ''] = ids
  return { shop, drop, mail, orderId, field, night, cookies: [`paco-order-${orderId}=${token}`] }
}

async function joinWaitlist({ db, now }: TestContext) {
  const [person] = await db
    .insert(subscribers)
    .values({ email: 'reader@example.com', createdAt: now() })
    .returning()
  await db.insert(subscriptions).values({
    subscriberId: person?.id ?? '',
    topic: `returned-units:${slug}`,
    name: 'Reader',
    consentVersion: '2026-11',
    consentWords: 'A mail.',
    joinedAt: now(),
    requestedAt: now(),
    confirmedAt: now(),
  })
}

type Offer = Awaited<ReturnType<typeof offered>>

const path = ({ orderId }: Offer) => `/drops/offers/${orderId}`
const at = (offer: Offer, form?: Record<string, string>) =>
  visit(offer.shop, {
    path: path(offer),
    params: { order: offer.orderId },
    cookies: offer.cookies,
    ...(form && { form }),
  })
const choose = (offer: Offer, form: Record<string, string>) => answerOf(() => action(at(offer, form)))
const line = async ({ shop, orderId }: Offer) => (await findOrder(shop.db, orderId))?.lines[0]

describe('an offered number of a drop with several variants', () => {
  test('leads from its email to the choice, and is not paid before', async ({ ctx }) => {
    const offer = await offered(ctx)
    const { shop, mail, orderId } = offer
    expect(mail?.text).toContain('Variants: Field, $2,499; Night, $2,699')
    expect(mail?.text).toContain('You choose its variant first.')
    expect((await line(offer))?.variant).toBeNull()
    const to = { status: 302, location: path(offer) }
    expect(await answerOf(() => checkout(at(offer)))).toMatchObject(to)
    const form = reservationForm({ email: 'reader@example.com' })
    expect(await payOrder(shop, ordersOnSale, orderId, form)).toEqual({ ok: false, why: 'choice_open' })
    expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'held' })
  })

  test('is reserved as the chosen one, at the price of that moment', async ({ ctx }) => {
    const offer = await offered(ctx)
    const { shop, orderId, night } = offer
    expect(await choose(offer, { variant: night, price: '1' })).toEqual({
      status: 303,
      location: `/checkout/${orderId}`,
      value: '',
    })
    const chosen = {
      ref: { slug, number: 2, variant: night },
      detail: 'Number 2 of 2, Night',
      unitCents: 10_000,
      variant: {
        name: 'Night',
        caliber: '5.56 NATO',
        barrel: '11.5 in',
        finish: 'Black',
        priceCents: 269_900,
      },
      firearm: { caliber: '5.56 NATO', barrel: '11.5 in' },
    }
    expect(await line(offer)).toMatchObject(chosen)
    await shop.db.update(dropVariants).set({ price: 1 }).where(eq(dropVariants.id, night))
    const form = reservationForm({ email: 'reader@example.com' })
    expect(await payOrder(shop, ordersOnSale, orderId, form)).toMatchObject({ ok: true, isPaid: true })
    expect(await line(offer)).toMatchObject(chosen)
  })

  test('may be chosen again until it is paid, and never afterwards', async ({ ctx }) => {
    const offer = await offered(ctx)
    const { shop, orderId, field, night } = offer
    await choose(offer, { variant: night })
    expect(await checkout(at(offer))).toMatchObject({
      choice: { isOpen: false, to: path(offer), label: 'Change the variant' },
    })
    await choose(offer, { variant: field })
    expect(await line(offer)).toMatchObject({ variant: { name: 'Field', priceCents: 249_900 } })
    await payOrder(shop, ordersOnSale, orderId, reservationForm({ email: 'reader@example.com' }))
    expect(await choose(offer, { variant: night })).toMatchObject({ status: 303 })
    expect(await line(offer)).toMatchObject({ variant: { name: 'Field' } })
    expect(await answerOf(() => loader(at(offer)))).toMatchObject({ location: `/checkout/${orderId}` })
  })

  test('is refused in words without a choice, and as what the drop does not have', async ({ ctx }) => {
    const offer = await offered(ctx)
    const other = await givenDrop(ctx.db, { slug: 'other-drop', dropNumber: 2 })
    const [foreign] = await ctx.db
      .insert(dropVariants)
      .values({ dropId: other.id, name: 'Foreign' })
      .returning()
    for (const [variant, why, status] of [
      ['', 'variant_missing', 422],
      ["' or 1=1", 'variant_gone', 422],
      [crypto.randomUUID(), 'variant_gone', 409],
      [foreign?.id ?? '', 'variant_gone', 409],
    ] as const)
      expect(await choose(offer, { variant })).toMatchObject({
        status,
        value: { refusal: refusalWords[why] },
      })
    expect((await line(offer))?.variant).toBeNull()
  })

  test('is chosen by nobody else, nor once the offer is over', async ({ ctx }) => {
    const offer = await offered(ctx)
    const { shop, orderId, night } = offer
    const stranger = { ...offer, cookies: [`paco-order-${orderId}=wrong`] }
    expect(await choose(stranger, { variant: night })).toMatchObject({ status: 404 })
    ctx.setNow(after(ctx.now(), day + 1))
    await expireHolds(shop, ordersOnSale)
    expect(await choose(offer, { variant: night })).toMatchObject({ location: `/checkout/${orderId}` })
    expect((await line(offer))?.variant).toBeNull()
  })
})

test.for([[[]], [['Night']]])(
  'an offered number with the variants %j asks nothing',
  async ([names], { ctx }) => {
    const offer = await offered(ctx, names)
    expect(await checkout(at(offer))).toMatchObject({ over: null, choice: null })
    expect(await answerOf(() => loader(at(offer)))).toMatchObject({ location: `/checkout/${offer.orderId}` })
    expect((await line(offer))?.variant?.name).toBe(names?.[0] ?? '')
  },
)

test('a hold that nobody offered has no page to change its variant', async ({ ctx }) => {
  const offer = await offered(ctx)
  await ctx.db.update(drops).set({ slug: 'first-drop' })
  await givenDrop(ctx.db, { dropNumber: 2 })
  const { orderId, token } = await heldOrder(offer.shop, 1)
  const own = { ...offer, orderId, cookies: [`paco-order-${orderId}=${token}`] }
  expect(await answerOf(() => loader(at(own)))).toMatchObject({ location: `/checkout/${orderId}` })
  expect(await choose(own, { variant: offer.night })).toMatchObject({ location: `/checkout/${orderId}` })
  expect((await line(own))?.variant?.name).toBe('')
})

test('a form that pays before the choice leads to it', async ({ ctx }) => {
  const offer = await offered(ctx)
  const { dealerState: _, ...form } = reservationForm({ email: 'reader@example.com' })
  const fields = Object.fromEntries(
    Object.entries({ ...form, total: 10_000, statement: 'as shown' }).map(([name, value]) => [
      name,
      String(value ?? ''),
    ]),
  )
  const args = visit(offer.shop, {
    path: `/checkout/${offer.orderId}`,
    params: { order: offer.orderId },
    cookies: offer.cookies,
    form: fields,
  })
  expect(await answerOf(() => pay(args))).toMatchObject({
    status: 303,
    location: `/checkout/${offer.orderId}`,
  })
  expect(await findOrder(ctx.db, offer.orderId)).toMatchObject({ state: 'held' })
})
