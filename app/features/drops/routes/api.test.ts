import { expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { dropVariants, patches } from '../tables.ts'

const slug = 'test-drop'

async function given(ctx: TestContext) {
  const drop = await givenDrop(ctx.db, {
    launchDate: new Date('2026-11-01T12:00:00Z'),
    story: 'One.\n\nTwo.',
  })
  await ctx.db.insert(dropVariants).values({ dropId: drop.id, name: 'Field', description: '5.56' })
  await ctx.db
    .insert(patches)
    .values({ dropId: drop.id, name: 'Patch', price: 3_500, availableQuantity: 9, grantsEarlyAccess: true })
  const { ask } = await givenSite(ctx)
  return (path: string, init: RequestInit = {}) => ask(path, { ...init, isVerified: false })
}

type Json = Record<string, unknown>
const read = async (answer: Response) => (await answer.json()) as Json

const dropFields =
  'id slug name tagline description story status category drop_number launch_date end_date total_units remaining_units base_price hero_image_url patch_artwork_url color_primary color_secondary color_accent'.split(
    ' ',
  )
const patchFields =
  'id drop_id name description image_url price grants_early_access available_quantity sold_quantity'.split(
    ' ',
  )

test('a drop has exactly the fields of the specification, alone, current and in the list', async ({
  ctx,
}) => {
  const ask = await given(ctx)
  await heldOrder(givenShop(ctx), 1)
  const drop = await read(await ask(`/api/drops/${slug}`))
  expect(Object.keys(drop)).toEqual(dropFields)
  expect(drop).toMatchObject({
    slug,
    status: 'live',
    drop_number: 1,
    launch_date: '2026-11-01T12:00:00.000Z',
    end_date: null,
    total_units: 3,
    remaining_units: 3,
    base_price: 249_900,
  })
  expect(drop.hero_image_url).toMatch(/^https?:\/\/.*\/art\/drops\/test-drop\/hero-wide\.svg\?v=/)
  expect(await read(await ask('/api/drops/current'))).toEqual(drop)
  expect(await read(await ask('/api/drops'))).toEqual([drop])
})

test('variants and patches of a drop have exactly their fields', async ({ ctx }) => {
  const ask = await given(ctx)
  const [variant] = (await (await ask(`/api/drops/${slug}/variants`)).json()) as Json[]
  expect(Object.keys(variant ?? {})).toEqual(['id', 'drop_id', 'name', 'description'])
  const [patch] = (await (await ask(`/api/drops/${slug}/patches`)).json()) as Json[]
  expect(Object.keys(patch ?? {})).toEqual(patchFields)
  expect(patch).toMatchObject({
    price: 3_500,
    grants_early_access: true,
    available_quantity: 9,
    sold_quantity: 0,
  })
})

test('an answer is kept briefly, and a known one is not sent again', async ({ ctx }) => {
  const ask = await given(ctx)
  const first = await ask(`/api/drops/${slug}`)
  expect(first.headers.get('Cache-Control')).toBe('public, max-age=5')
  const again = await ask(`/api/drops/${slug}`, {
    headers: { 'If-None-Match': first.headers.get('ETag') ?? '' },
  })
  expect(again.status).toBe(304)
  for (const { headers } of [first, again]) {
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Expose-Headers')).toBe('ETag, Link')
  }
})

test('a refusal has a code, for programs of every origin', async ({ ctx }) => {
  const ask = await given(ctx)
  for (const [path, method, status, code] of [
    ['/api/drops/none', 'GET', 404, 'drop_not_found'],
    ['/api/drops/none/variants', 'GET', 404, 'drop_not_found'],
    ['/api/drops/none/patches', 'GET', 404, 'drop_not_found'],
    [`/api/drops/${slug}/nope`, 'GET', 404, 'no_such_address'],
    ['/api/drops?limit=0', 'GET', 400, 'bad_page'],
    ['/api/drops', 'POST', 405, 'method_not_allowed'],
    [`/api/drops/${slug}`, 'DELETE', 405, 'method_not_allowed'],
    ['/api', 'GET', 404, 'no_such_address'],
    ['/api/nope', 'GET', 404, 'no_such_address'],
    ['/api/nope', 'POST', 404, 'no_such_address'],
  ] as const) {
    const answer = await ask(path, { method })
    const { error } = (await answer.json()) as { error: { code: string } }
    expect([answer.status, error.code], `${method} ${path}`).toEqual([status, code])
    expect(answer.headers.get('Access-Control-Allow-Origin'), path).toBe('*')
    if (status === 405) expect(answer.headers.get('Allow')).toBe('GET, HEAD')
  }
})

test('without a live drop it says so', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const answer = await ask('/api/drops/current', { isVerified: false })
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'no_live_drop' } }])
})

test('a page of another origin gets an empty preflight response from every address', async ({ ctx }) => {
  const ask = await given(ctx)
  for (const path of ['/api/drops', `/api/drops/${slug}`, '/api/nope']) {
    const answer = await ask(path, { method: 'OPTIONS' })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'If-None-Match',
      'access-control-max-age': '86400',
    })
  }
})
