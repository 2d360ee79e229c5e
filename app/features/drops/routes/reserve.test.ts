import { describe, expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { orderHolders } from '#app/features/checkout/tables.ts'
import { drops } from '../tables.ts'
import { unavailableWords, refusalWords } from '../words.ts'
import { action, loader } from './reserve.tsx'

const slug = 'test-drop'
const key = () => crypto.randomUUID()

async function given(ctx: TestContext, values: Parameters<typeof givenDrop>[1] = {}) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, values)
  return shop
}

const page = (shop: TestShop, query = '') =>
  answerOf(() => loader(visit(shop, { path: `/drops/${slug}/reserve${query}`, params: { slug } })))
const press = (shop: TestShop, form: Record<string, string>, at = slug) =>
  answerOf(() => action(visit(shop, { path: `/drops/${at}/reserve`, params: { slug: at }, form })))

describe('the page of one number', () => {
  test('shows the requested number, with a new key each time', async ({ ctx }) => {
    const shop = await given(ctx)
    const [one, two] = [await page(shop, '?number=2'), await page(shop, '?number=2')]
    expect(one).toMatchObject({
      status: 200,
      value: { number: 2, theme: 'noir', isOnSale: true, unavailable: undefined },
    })
    const keys = [one, two].map(({ value }) => (value as { startKey: string }).startKey)
    expect(new Set(keys).size).toBe(2)
    for (const made of keys) expect(made).toMatch(/^[\w-]{43}$/)
  })

  test('without a number shows the lowest one that is open', async ({ ctx }) => {
    const shop = await given(ctx)
    await heldOrder(shop, 1)
    expect(await page(shop)).toMatchObject({ value: { number: 2 } })
    expect(await page(shop, '?number=seven')).toMatchObject({ value: { number: 2 } })
  })

  test('says that a number is gone and offers the nearest open ones', async ({ ctx }) => {
    const shop = await given(ctx)
    await heldOrder(shop, 2)
    expect(await page(shop, '?number=2')).toMatchObject({
      value: { number: 2, unavailable: unavailableWords.held, nearest: [1, 3] },
    })
    expect(await page(shop, '?number=9')).toMatchObject({ value: { unavailable: refusalWords.no_such_unit } })
  })

  test('says why nothing can be held', async ({ db, ctx }) => {
    const shop = await given(ctx, { status: 'coming_soon', launchDate: new Date('2027-01-01T00:00:00Z') })
    expect(await page(shop)).toMatchObject({
      value: { isOnSale: false, unavailable: refusalWords.coming_soon, nearest: [] },
    })
    await db.update(drops).set({ status: 'live', pausedAt: ctx.now() })
    expect(await page(shop)).toMatchObject({ value: { isOnSale: false, unavailable: refusalWords.paused } })
  })

  test('of an unknown drop is a 404', async ({ ctx }) => {
    expect(await page(givenShop(ctx))).toMatchObject({ status: 404, value: { title: 'Drop Not Found' } })
  })
})

describe('a press', () => {
  test('holds the number and leads to its checkout, with the cookie that opens it', async ({ ctx }) => {
    const shop = await given(ctx)
    const answer = await action(
      visit(shop, { path: `/drops/${slug}/reserve`, params: { slug }, form: { number: '2', key: key() } }),
    )
    if (!(answer instanceof Response)) throw new Error('Not redirected')
    const [, orderId] = /^\/checkout\/(\w+)$/.exec(answer.headers.get('Location') ?? '') ?? []
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Set-Cookie')).toMatch(new RegExp(`^paco-order-${orderId}=.+HttpOnly`))
  })

  test('two requests with one key make one order', async ({ ctx }) => {
    const shop = await given(ctx)
    const form = { number: '', key: key() }
    const [one, two] = [await press(shop, form), await press(shop, form)]
    expect(one.location).toMatch(/^\/checkout\//)
    expect(two.location).toBe(one.location)
    expect(await press(shop, { ...form, number: '3' })).toMatchObject({
      status: 409,
      value: { refusal: refusalWords.key_reused },
    })
  })

  test('on a number that was just taken leads to its page, which offers the nearest open ones', async ({
    ctx,
  }) => {
    const shop = await given(ctx)
    await heldOrder(shop, 2)
    expect(await press(shop, { number: '2', key: key() })).toMatchObject({
      status: 303,
      location: `/drops/${slug}/reserve?number=2`,
    })
  })

  test('leads to the page that says that none is open while the last ones are held', async ({ ctx }) => {
    const shop = await given(ctx, { totalUnits: 1 })
    await heldOrder(shop, 1)
    expect(await press(shop, { number: '', key: key() })).toMatchObject({
      status: 303,
      location: `/drops/${slug}/reserve`,
    })
    expect(await page(shop)).toMatchObject({ value: { unavailable: refusalWords.none_open } })
  })

  test('without a key, from a page that is the same for everybody, leads to the page that has one', async ({
    ctx,
  }) => {
    const shop = await given(ctx)
    const variant = crypto.randomUUID()
    expect(await press(shop, { number: '3', key: '', variant })).toMatchObject({
      status: 303,
      location: `/drops/${slug}/reserve?number=3&variant=${variant}`,
    })
  })

  test('is refused while the drop is paused, ended or not open yet', async ({ db, ctx }) => {
    const shop = await given(ctx)
    for (const [why, values] of [
      ['paused', { pausedAt: ctx.now() }],
      ['coming_soon', { pausedAt: null, status: 'coming_soon' }],
      ['archived', { status: 'archived' }],
    ] as const) {
      await db.update(drops).set(values)
      expect(await press(shop, { number: '1', key: key() })).toMatchObject({
        status: 303,
        location: `/drops/${slug}/reserve?number=1`,
      })
      expect(await page(shop, '?number=1')).toMatchObject({ value: { unavailable: refusalWords[why] } })
    }
  })

  test('beyond what one buyer may have is refused in words; another browser of the same address is not', async ({
    ctx,
  }) => {
    const shop = await given(ctx)
    shop.limits = { ...shop.limits, isOn: true }
    const send = async (cookies: string[]) => {
      const answer = await action(
        visit(shop, {
          path: `/drops/${slug}/reserve`,
          params: { slug },
          cookies,
          form: {
            number: '',
            key: key(),
          },
        }),
      )
      return answer instanceof Response ? answer.headers.getSetCookie() : answer
    }
    const set = await send([])
    const visitor = Array.isArray(set) ? set.find((cookie) => cookie.startsWith('paco-visitor=')) : undefined
    expect(visitor).toMatch(/^paco-visitor=[\w-]{43};.*HttpOnly/)
    await send([visitor?.split(';')[0] ?? ''])
    const words = (title: string) => ({
      init: { status: 409 },
      data: { refusal: { title, text: expect.stringContaining('2 numbers') }, isLimit: true },
    })
    expect(await send([visitor?.split(';')[0] ?? ''])).toMatchObject(words('Limit: 2 numbers per buyer'))
    expect(await send(['paco-visitor=written by hand'])).toBeInstanceOf(Array)
    const stored = JSON.stringify(await shop.db.select().from(orderHolders))
    expect(stored).not.toContain('192.0.2.1')
    expect(stored).not.toContain(visitor?.slice(13, 56))
  })

  test('that makes no sense is a 422, and on a drop that does not exist a 404', async ({ ctx }) => {
    const shop = await given(ctx)
    expect(await press(shop, { number: 'all', key: key() })).toMatchObject({
      status: 422,
      value: { refusal: refusalWords.no_such_unit },
    })
    expect(await press(shop, { number: '1', key: 'mine' })).toMatchObject({ status: 422 })
    expect(await press(shop, { number: '9', key: key() })).toMatchObject({
      status: 303,
      location: `/drops/${slug}/reserve?number=9`,
    })
    expect(await press(shop, { number: '1', key: key() }, 'nowhere')).toMatchObject({ status: 404 })
  })
})
