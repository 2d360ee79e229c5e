import { expect } from 'vitest'
import { askArt, answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { loader } from './registry.tsx'

type Loaded = { result: { kind: string; status?: string; number?: number } | null; errors?: string[] }

async function lookUp(shop: TestShop, path: string) {
  const { status, value } = await answerOf(() => loader(visit(shop, { path })))
  return { status, value: value as Loaded }
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
  expect(response.data.result).toMatchObject({ kind: 'unit', number: 2, status: 'open' })
  expect(response.init?.headers).toEqual({})
  expect(shop.counted).toEqual(['certificateCheck 192.0.2.1'])
})

test('a forged code is reported as forged', async ({ db, ctx }) => {
  await givenDrop(db)
  const { status, value } = await lookUp(givenShop(ctx), '/vault?code=A002-2222-2222-2222')
  expect([status, value.result?.kind]).toEqual([200, 'forged'])
})

test('invalid input returns field errors and does not count toward the limit', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  for (const code of ['', ' ', 'A'.repeat(200)]) {
    const { status, value } = await lookUp(shop, `/vault?code=${code}`)
    expect([status, value.errors?.length], code).toEqual([422, 1])
  }
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
