import { expect } from 'vitest'
import { askArt, answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { loader } from './registry.tsx'

type Loaded = { result: { kind: string; status?: string; number?: number; isCertified?: boolean } | null }

async function lookUp(shop: TestShop, path: string) {
  const { status, value } = await answerOf(() => loader(visit(shop, { path })))
  return { status, value: value as Loaded & { fieldErrors: object } }
}

test('the registry without a lookup is shared and not rate limited', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  const response = await loader(visit(shop, { path: '/vault' }))
  expect(response.init?.headers).toEqual({ 'X-Shared-Page': 'yes' })
  expect(response.data.runs).toMatchObject([{ slug: 'test-drop', totalUnits: 3 }])
  expect(shop.counted).toEqual([])
})

test('a genuine code returns its unit in a private response', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  const path = `/vault?code=${shop.certify('test-drop', 2).toLowerCase()}`
  const response = await loader(visit(shop, { path }))
  expect(response.data.result).toMatchObject({ kind: 'unit', number: 2, isCertified: true, status: 'open' })
  expect(response.init?.headers).toEqual({})
  expect(shop.counted).toEqual(['certificateCheck 192.0.2.1'])
})

test('a forged code is reported as forged', async ({ db, ctx }) => {
  await givenDrop(db)
  const { status, value } = await lookUp(givenShop(ctx), '/vault?code=A002-2222-2222-2222')
  expect([status, value.result?.kind]).toEqual([200, 'forged'])
})

test('a lookup by number does not reveal the certificate code', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  const { value } = await lookUp(shop, '/vault?drop=test-drop&number=3')
  expect(value.result).toMatchObject({ kind: 'unit', number: 3, isCertified: false })
  expect(JSON.stringify(value)).not.toContain(shop.certify('test-drop', 3))
})

test('unknown numbers and unknown drops have different results', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  for (const number of ['4', '0', '9999']) {
    const { status, value } = await lookUp(shop, `/vault?drop=test-drop&number=${number}`)
    expect([status, value.result?.kind]).toEqual([404, 'no_such_number'])
  }
  const { value } = await lookUp(shop, '/vault?drop=nothing&number=1')
  expect(value.result?.kind).toBe('no_such_drop')
})

test('invalid input returns field errors and does not count toward the limit', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  for (const path of ['/vault?drop=test-drop&number=two', '/vault?drop=test-drop', '/vault?code='])
    expect((await lookUp(shop, path)).status, path).toBe(422)
  expect((await lookUp(shop, `/vault?code=${'A'.repeat(200)}`)).value.fieldErrors).toHaveProperty('code')
  expect(shop.counted).toEqual([])
})

test('too many lookups are refused, whether the code is right or not', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  shop.refusing.add('certificateCheck')
  const { status, value } = await lookUp(shop, `/vault?code=${shop.certify('test-drop', 2)}`)
  expect([status, value.result?.kind]).toEqual([429, 'limited'])
})

test('the drawing of a unit highlights its stroke; unknown numbers are 404', async ({ db, ctx }) => {
  await givenDrop(db)
  const draw = (file: string) => askArt(givenShop(ctx), `vault/test-drop/${file}`)
  const svg = await (await draw('2.svg')).text()
  expect(svg.match(/class="u open mine" data-u="2"/g)).toHaveLength(1)
  expect(svg.match(/data-u=/g)).toHaveLength(3)
  for (const file of ['4.svg', '0.svg', 'x.svg', '2.png']) expect((await draw(file)).status, file).toBe(404)
})
