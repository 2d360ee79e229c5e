import { eq } from 'drizzle-orm'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { OrderLines } from '#app/features/orders/components/order-details.tsx'
import { loader as order } from '#app/features/orders/routes/order.tsx'
import { orderLines } from '#app/features/orders/tables.ts'
import { attach } from '#app/features/photos/store/library.server.ts'
import { photos } from '#app/features/photos/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm, holdLines } from '#test/shop.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { drops, dropUnits, dropVariants } from '../tables.ts'
import { refusalWords } from '../words.ts'
import Reserve, { action, loader } from './reserve.tsx'

const slug = 'test-drop'

async function given(ctx: TestContext, names: readonly string[] = ['Field', 'Night']) {
  const shop = givenShop(ctx)
  const drop = await givenDrop(shop.db, { caliber: '5.56 NATO', barrel: '10.3 in' })
  const other = await givenDrop(shop.db, { slug: 'other-drop', dropNumber: 2 })
  const add = async (dropId: string, name: string) => {
    const [made] = await shop.db
      .insert(dropVariants)
      .values({
        dropId,
        name,
        ...(name === 'Night' && { price: 269_900, finish: 'Black', barrel: '11.5 in' }),
      })
      .returning()
    return made?.id ?? ''
  }
  const ids: string[] = []
  for (const name of names) ids.push(await add(drop.id, name))
  const [field = '', night = ''] = ids
  return { shop, drop, field, night, foreign: await add(other.id, 'Foreign') }
}

const press = (shop: TestShop, form: Record<string, string>) =>
  answerOf(() =>
    action(
      visit(shop, {
        path: `/drops/${slug}/reserve`,
        params: { slug },
        form: { number: '2', key: crypto.randomUUID(), ...form },
      }),
    ),
  )

const lines = (shop: TestShop) => shop.db.select().from(orderLines)

describe('a number of a drop with variants', () => {
  test('is held as the chosen one, at the price of the shop', async ({ ctx }) => {
    const { shop, night } = await given(ctx)
    expect(await press(shop, { variant: night, price: '1', priceCents: '1' })).toMatchObject({ status: 303 })
    expect(await lines(shop)).toMatchObject([
      {
        ref: { slug, number: 2, variant: night },
        detail: 'Number 2 of 3, Night',
        unitCents: 10_000,
        variant: {
          name: 'Night',
          caliber: '5.56 NATO',
          barrel: '11.5 in',
          finish: 'Black',
          priceCents: 269_900,
        },
        firearm: { caliber: '5.56 NATO', barrel: '11.5 in' },
      },
    ])
    await shop.db.update(dropVariants).set({ price: 1 }).where(eq(dropVariants.id, night))
    expect((await lines(shop))[0]?.variant?.priceCents).toBe(269_900)
  })

  test('costs the starting price where its variant has none of its own', async ({ ctx }) => {
    const { shop, field } = await given(ctx)
    await press(shop, { variant: field })
    expect((await lines(shop))[0]?.variant).toMatchObject({ name: 'Field', priceCents: 249_900 })
  })

  test('is refused in words without a choice, and as what it is not', async ({ ctx }) => {
    const { shop, foreign, night } = await given(ctx)
    await shop.db.delete(dropVariants).where(eq(dropVariants.id, night))
    await shop.db.insert(dropVariants).values({ dropId: (await drop(shop)).id, name: 'Dusk' })
    const refused = [
      ['', 'variant_missing', 409],
      [foreign, 'variant_gone', 409],
      [night, 'variant_gone', 409],
      [crypto.randomUUID(), 'variant_gone', 409],
      ["' or 1=1", 'variant_gone', 422],
    ] as const
    for (const [variant, why, status] of refused)
      expect(await press(shop, { variant })).toMatchObject({ status, value: { refusal: refusalWords[why] } })
    expect(await lines(shop)).toEqual([])
    expect(await shop.db.$count(dropUnits, eq(dropUnits.state, 'held'))).toBe(0)
  })

  test('is refused for what the drop is before what was chosen', async ({ db, ctx }) => {
    const { shop } = await given(ctx)
    await db.update(drops).set({ status: 'archived' })
    expect(await press(shop, {})).toMatchObject({
      status: 303,
      location: '/drops/test-drop/reserve?number=2',
    })
  })

  test('under a key that held another variant is not held again', async ({ ctx }) => {
    const { shop, field, night } = await given(ctx)
    const key = crypto.randomUUID()
    const first = await press(shop, { variant: field, key })
    expect((await press(shop, { variant: field, key })).location).toBe(first.location)
    expect(await press(shop, { variant: night, key })).toMatchObject({
      status: 409,
      value: { refusal: refusalWords.key_reused },
    })
  })
})

test('a drop with one variant asks nothing, and its line names it', async ({ ctx }) => {
  const { shop, night } = await given(ctx, ['Night'])
  expect(night).toBe('')
  expect(await press(shop, {})).toMatchObject({ status: 303 })
  expect(await lines(shop)).toMatchObject([
    { detail: 'Number 2 of 3', variant: { name: 'Night', priceCents: 269_900 } },
  ])
})

async function drop(shop: TestShop) {
  const [found] = await shop.db.select().from(drops).where(eq(drops.slug, slug))
  if (!found) throw new Error('There is no drop')
  return found
}

describe('the page of a number', () => {
  const html = async (shop: TestShop, query = '') => {
    const { value } = await answerOf(() =>
      loader(visit(shop, { path: `/drops/${slug}/reserve${query}`, params: { slug } })),
    )
    const Page = Reserve as unknown as (props: { loaderData: unknown }) => ReactElement
    const Component = () => <Page loaderData={value} />
    const Stub = createRoutesStub([{ path: '/', Component }])
    return renderToString(<Stub />).replaceAll('<!-- -->', '')
  }

  test('has the one in its address chosen, and none that is not its own', async ({ ctx }) => {
    const { shop, field, night, foreign } = await given(ctx)
    const chosen = (id: string) => new RegExp(`<input[^>]* checked=""[^>]* value="${id}"`)
    expect(await html(shop, `?number=2&variant=${night}`)).toMatch(chosen(night))
    expect(await html(shop, `?number=2&variant=${foreign}`)).toMatch(chosen(field))
  })

  test('asks nothing where there is one', async ({ ctx }) => {
    const { shop } = await given(ctx, ['Field'])
    expect(await html(shop, '?number=2')).not.toContain('type="radio"')
  })
})

test('the page of a paid order shows the photograph of its variant beside the line, and none of another', async ({
  ctx,
}) => {
  const { shop, field, night } = await given(ctx)
  const hash = 'c'.repeat(32)
  const taken = { width: 640, height: 480, color: '#888888', addedAt: ctx.now(), addedBy: 'sam' }
  await shop.db.insert(photos).values({ ...taken, hash, alt: 'Night on a bench' })
  await transact(ctx, (work) => attach(work, { kind: 'variant', key: night }, hash))
  const paid = async (variant: string) => {
    const lines = [{ kind: 'drop_unit' as const, ref: { slug, number: null, variant } }]
    const { orderId, token } = await holdLines(shop, lines)
    await payOrder(shop, ordersOnSale, orderId, reservationForm())
    const cookies = [`paco-order-${orderId}=${token}`]
    const answer = await order(
      visit(shop, { path: `/orders/${orderId}`, params: { order: orderId }, cookies }),
    )
    return answer as Exclude<typeof answer, Response>
  }
  const { lines } = await paid(night)
  expect(lines).toMatchObject([{ photo: { hash } }])
  const Page = createRoutesStub([{ path: '*', Component: () => <OrderLines lines={lines} /> }])
  const html = renderToString(<Page initialEntries={['/']} />)
  for (const text of [hash, 'width="640"', 'height="480"']) expect(html).toContain(text)
  expect((await paid(field)).lines).toMatchObject([{ photo: null }])
})
