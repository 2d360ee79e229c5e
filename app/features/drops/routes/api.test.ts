import { describe, expect } from 'vitest'
import { z } from 'zod'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { dropVariants, patches } from '../tables.ts'
import {
  apiDrop,
  apiError,
  apiPatch,
  apiVariant,
  middleware,
  methodNotAllowed,
} from './api-responses.server.ts'
import * as currentRoute from './api-current.ts'
import * as detailRoute from './api-detail.ts'
import * as documentRoute from './api-document.ts'
import * as listRoute from './api-list.ts'
import * as nowhereRoute from './api-not-found.ts'
import * as patchesRoute from './api-patches.ts'
import * as variantsRoute from './api-variants.ts'

const { loader: current } = currentRoute
const { loader: detail } = detailRoute
const { loader: document } = documentRoute
const { loader: list } = listRoute
const { loader: patchList } = patchesRoute
const { loader: variantList } = variantsRoute

const slug = 'test-drop'

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  const drop = await givenDrop(shop.db, {
    launchDate: new Date('2026-11-01T12:00:00Z'),
    story: 'One.\n\nTwo.',
  })
  await shop.db.insert(dropVariants).values({ dropId: drop.id, name: 'Field', description: '5.56' })
  await shop.db
    .insert(patches)
    .values({ dropId: drop.id, name: 'Patch', price: 3_500, availableQuantity: 9, grantsEarlyAccess: true })
  return shop
}

const at = (shop: TestShop, params: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  visit(shop, { path: '/api/drops', params, headers })

test('a drop in the API has exactly the fields of the specification', async ({ ctx }) => {
  const shop = await given(ctx)
  await heldOrder(shop, 1)
  const drop = apiDrop.parse(await (await detail(at(shop, { slug }))).json())
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
  expect(drop.hero_image_url).toMatch(/^http:\/\/shop\.test\/art\/drops\/test-drop\/hero-wide\.svg\?v=/)
})

test('responses match the OpenAPI schemas', async ({ ctx }) => {
  const shop = await given(ctx)
  expect(apiDrop.array().parse(await (await list(at(shop))).json())).toHaveLength(1)
  expect(apiDrop.parse(await (await current(at(shop))).json()).slug).toBe(slug)
  expect(apiVariant.array().parse(await (await variantList(at(shop, { slug }))).json())).toHaveLength(1)
  expect(apiPatch.array().parse(await (await patchList(at(shop, { slug }))).json())).toMatchObject([
    { price: 3_500, grants_early_access: true, available_quantity: 9, sold_quantity: 0 },
  ])
})

describe('an answer', () => {
  test('is cacheable briefly and revalidates with 304', async ({ ctx }) => {
    const shop = await given(ctx)
    const first = await detail(at(shop, { slug }))
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=5')
    const etag = first.headers.get('ETag') ?? ''
    expect((await detail(at(shop, { slug }, { 'If-None-Match': etag }))).status).toBe(304)
  })

  test('about a drop that does not exist is a typed error', async ({ ctx }) => {
    const shop = await given(ctx)
    for (const read of [detail, variantList, patchList]) {
      const answer = await read(at(shop, { slug: 'nowhere' }))
      expect(answer.status).toBe(404)
      expect(apiError.parse(await answer.json()).error.code).toBe('drop_not_found')
    }
  })

  test('without a live drop says so', async ({ ctx }) => {
    const answer = await current(at(givenShop(ctx)))
    expect(answer.status).toBe(404)
    expect(apiError.parse(await answer.json()).error.code).toBe('no_live_drop')
  })

  test('to a write is a refusal', async () => {
    const answer = methodNotAllowed()
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a page of another origin', () => {
  const routes = [
    listRoute,
    currentRoute,
    detailRoute,
    variantsRoute,
    patchesRoute,
    documentRoute,
    nowhereRoute,
  ]

  /** What a route answers with after its middleware, as the router would ask it. */
  async function through(args: ReturnType<typeof at>, answer: () => Response | Promise<Response>) {
    const answered = await middleware[0]?.(args, async () => answer())
    if (!(answered instanceof Response)) throw new Error('Not answered')
    return answered
  }

  test('may read every answer and its tag, also a refusal', async ({ ctx }) => {
    const shop = await given(ctx)
    const [here, gone] = [at(shop, { slug }), at(shop, { slug: 'nowhere' })]
    const first = await through(here, () => detail(here))
    const again = at(shop, { slug }, { 'If-None-Match': first.headers.get('ETag') ?? '' })
    const answers = [
      first,
      await through(again, () => detail(again)),
      await through(gone, () => detail(gone)),
      await through(gone, nowhereRoute.loader),
      await through(gone, methodNotAllowed),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 404, 404, 405])
    for (const { headers } of answers) {
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(headers.get('Access-Control-Expose-Headers')).toBe('ETag, Link')
    }
  })

  test('gets an empty preflight response from every address', async ({ ctx }) => {
    const args = at(await given(ctx), { slug })
    const request = new Request(args.request.url, { method: 'OPTIONS' })
    const answer = await through({ ...args, request }, () => detail(args))
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'If-None-Match',
      'access-control-max-age': '86400',
    })
    for (const route of routes) expect(route.middleware).toBe(middleware)
  })
})

test('programs that never passed the gate read it, and are refused in its words', async ({ ctx }) => {
  await given(ctx)
  const { ask } = await givenSite(ctx)
  const program = (path: string, init: RequestInit = {}) => ask(path, { ...init, isVerified: false })
  const read = await program(`/api/drops/${slug}`)
  expect(apiDrop.parse(await read.json())).toMatchObject({ slug, total_units: 3, base_price: 249_900 })
  const known = { 'If-None-Match': read.headers.get('ETag') ?? '' }
  expect((await program(`/api/drops/${slug}`, { headers: known })).status).toBe(304)
  for (const [path, method, status, code] of [
    ['/api/drops/none/patches', 'GET', 404, 'drop_not_found'],
    ['/api/drops', 'POST', 405, 'method_not_allowed'],
    ['/api', 'GET', 404, 'no_such_address'],
    ['/api/nope', 'GET', 404, 'no_such_address'],
  ] as const) {
    const answer = await program(path, { method })
    expect([answer.status, apiError.parse(await answer.json()).error.code], path).toEqual([status, code])
    expect(answer.headers.get('Access-Control-Allow-Origin'), path).toBe('*')
  }
  const preflight = await program('/api/drops', { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Headers')]).toEqual([
    204,
    'If-None-Match',
  ])
  expect(await (await program('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
})

test('an unknown API address is a JSON error for every method', async () => {
  for (const read of [nowhereRoute.loader, nowhereRoute.action]) {
    const answer = read()
    expect(answer.status).toBe(404)
    expect(apiError.parse(await answer.json()).error.code).toBe('no_such_address')
  }
})

test('the OpenAPI document names every field', async ({ ctx }) => {
  const shop = await given(ctx)
  const described = z
    .object({
      openapi: z.literal('3.1.0'),
      paths: z.record(z.string(), z.object({ get: z.object({ operationId: z.string() }) })),
      components: z.object({
        schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()) })),
      }),
    })
    .parse(await document(at(shop)).json())
  const fields = (name: string) => Object.keys(described.components.schemas[name]?.properties ?? {})
  const drop = z.record(z.string(), z.unknown()).parse(await (await detail(at(shop, { slug }))).json())
  expect(fields('Drop')).toEqual(Object.keys(drop))
  expect(fields('DropVariant')).toEqual(['id', 'drop_id', 'name', 'description'])
  expect(fields('Patch')).toEqual(Object.keys(apiPatch.shape))
  expect(Object.keys(described.paths)).toEqual([
    '/api/drops',
    '/api/drops/current',
    '/api/drops/{slug}',
    '/api/drops/{slug}/variants',
    '/api/drops/{slug}/patches',
  ])
})
