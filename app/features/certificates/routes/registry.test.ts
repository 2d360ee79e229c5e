import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { loader as lineArt } from './unit-art.ts'
import { loader } from './registry.tsx'

type Loaded = { answer: { kind: string; standing?: string; number?: number; isCertified?: boolean } | null }

async function ask(shop: TestShop, path: string) {
  const { status, value } = await answerOf(() => loader(visit(shop, { path })))
  return { status, value: value as Loaded & { fieldErrors: object; figures: object; runs: object[] } }
}

test('without a question the registry is the same for everyone and counts nothing', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  const said = await loader(visit(shop, { path: '/vault' }))
  expect(said.init?.headers).toEqual({ 'X-Shared-Page': 'yes' })
  expect(said.data.totals).toMatchObject({ drops: 1, units: 3, taken: 0 })
  expect(shop.counted).toEqual([])
})

test('a genuine code is answered with its unit, for its asker alone', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  const path = `/vault?code=${shop.certify('test-drop', 2).toLowerCase()}`
  const said = await loader(visit(shop, { path }))
  expect(said.data.result).toMatchObject({ kind: 'unit', number: 2, isCertified: true, standing: 'open' })
  expect(said.init?.headers).toMatchObject({
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
  })
  expect(shop.counted).toEqual(['certificateCheck 192.0.2.1'])
})

test('a made-up code is not genuine', async ({ db, ctx }) => {
  await givenDrop(db)
  const { status, value } = await ask(givenShop(ctx), '/vault?code=A002-2222-2222-2222')
  expect([status, value.answer?.kind]).toEqual([200, 'forged'])
})

test('a number is looked up without its code being told', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  const { value } = await ask(shop, '/vault?drop=test-drop&number=3')
  expect(value.answer).toMatchObject({ kind: 'unit', number: 3, isCertified: false })
  expect(JSON.stringify(value)).not.toContain(shop.certify('test-drop', 3))
})

test('a number beyond the run, and a drop that never was, are told apart', async ({ db, ctx }) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  for (const number of ['4', '0', '9999']) {
    const { status, value } = await ask(shop, `/vault?drop=test-drop&number=${number}`)
    expect([status, value.answer?.kind]).toEqual([404, 'no_such_number'])
  }
  const { value } = await ask(shop, '/vault?drop=nothing&number=1')
  expect(value.answer?.kind).toBe('no_such_drop')
})

test('a question that cannot be read is answered beside its field and counts as none', async ({
  db,
  ctx,
}) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  for (const path of ['/vault?drop=test-drop&number=two', '/vault?drop=test-drop', '/vault?code='])
    expect((await ask(shop, path)).status, path).toBe(422)
  expect((await ask(shop, `/vault?code=${'A'.repeat(200)}`)).value.fieldErrors).toHaveProperty('code')
  expect(shop.counted).toEqual([])
})

test('whoever asks too often is told when to come back, whether the code was right or not', async ({
  db,
  ctx,
}) => {
  await givenDrop(db)
  const shop = givenShop(ctx)
  shop.refusing.add('certificateCheck')
  const { status, value } = await ask(shop, `/vault?code=${shop.certify('test-drop', 2)}`)
  expect([status, value.answer?.kind]).toEqual([429, 'limited'])
})

test('the drawing of a unit has its line standing out, and there is none of a number that is not there', async ({
  db,
  ctx,
}) => {
  await givenDrop(db)
  const draw = (file: string) =>
    lineArt(visit(givenShop(ctx), { path: '/', params: { slug: 'test-drop', file } }))
  const svg = await (await draw('2.svg')).text()
  expect(svg.match(/class="u open mine" data-u="2"/g)).toHaveLength(1)
  expect(svg.match(/data-u=/g)).toHaveLength(3)
  for (const file of ['4.svg', '0.svg', 'x.svg', '2.png']) expect((await draw(file)).status, file).toBe(404)
})
