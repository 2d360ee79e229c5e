import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect } from 'vitest'
import { after, minute } from '#app/kit/clock.ts'
import { sampleTrustPackages } from '#db/sample/data/goods.ts'
import { addBuilds } from '#db/sample/load.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { accessibilityFaults } from '#test/pdf-faults.ts'
import { textOf } from '#test/pdf.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { trustPackages } from '#app/features/trust/tables.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { sellables } from '#app/sellables.server.ts'
import { emptySelection, priceBuild } from '../rules.ts'
import { buildSlot } from '../store/submissions.server.ts'
import { invalidateCatalog, readCatalog } from '../store.server.ts'
import { buildSubmissions, savedBuilds } from '../tables.ts'
import * as save from './save.ts'
import * as savedBuild from './saved-build.tsx'
import * as sheet from './sheet.ts'
import * as submitted from './submitted.tsx'

test.beforeEach(({ db }) => invalidateCatalog(db))

const build = {
  platform: 'ar15',
  lower: 'forged-lower',
  upper: 'upper-556',
  barrel: 'barrel-10-3',
  stock: 'sopmod-stock',
  handguard: 'quad-rail',
} as const

async function given(ctx: TestContext): Promise<TestShop> {
  const shop = givenShop(ctx)
  await givenReference(shop.db)
  await addBuilds(shop.db, shop.now())
  await shop.db.insert(trustPackages).values(sampleTrustPackages)
  return shop
}

async function totalOf({ db, now }: TestShop): Promise<number> {
  const { platform, ...parts } = build
  return priceBuild({ ...emptySelection(platform), parts }, await readCatalog(db, now())).totalCents
}

function typed(shop: TestShop, shownCents: number, more: Record<string, string> = {}) {
  const person = { name: 'Jordan Buyer', email: 'buyer@example.com', phone: '', state: 'FL' }
  const formKey = crypto.randomUUID()
  const madeAt = after(shop.now(), -minute).toISOString()
  return { ...build, ...person, formKey, madeAt, shownCents: String(shownCents), ...more }
}

const keep = (shop: TestShop, form: Record<string, string>) =>
  answerOf(() => save.action(visit(shop, { path: '/builds', form })))

/** Saves the build, and sends the form of its page. */
async function send(shop: TestShop, { website, ...form }: Record<string, string>) {
  const code = (await keep(shop, form)).location?.split('/').at(-1) ?? ''
  const sent = { ...form, ...(website && { website }) }
  return answerOf(() =>
    savedBuild.action(visit(shop, { path: `/builds/${code}`, params: { code }, form: sent })),
  )
}

describe('saving', () => {
  test('gives an accessible spec sheet', async ({ ctx }) => {
    const shop = await given(ctx)
    const code = (await keep(shop, build)).location?.split('/').at(-1) ?? ''
    const answer = await sheet.loader(visit(shop, { path: `/builds/${code}/sheet.pdf`, params: { code } }))
    const pdf = await PDFDocument.load(await answer.arrayBuffer())
    expect(textOf(pdf)).toContain(code)
    expect(accessibilityFaults(pdf)).toEqual([])
  })

  test('keeps the finish, which costs nothing before it is quoted, and prints it on the spec sheet', async ({
    ctx,
  }) => {
    const shop = await given(ctx)
    const code = (await keep(shop, { ...build, finish: 'cool-gray' })).location?.split('/').at(-1) ?? ''
    const [stored] = await shop.db.select().from(savedBuilds)
    expect(stored).toMatchObject({ totalCents: await totalOf(shop), selection: { finish: 'cool-gray' } })
    expect((await keep(shop, build)).location).not.toContain(code)
    const answer = await sheet.loader(visit(shop, { path: `/builds/${code}/sheet.pdf`, params: { code } }))
    // The display face draws `q` and `Q` as one glyph: a reader gets the case that the document used first.
    expect(textOf(await PDFDocument.load(await answer.arrayBuffer()))).toMatch(
      /Cool gray\s+Priced in your agreement/i,
    )
  })

  test('a caliber mismatch is printed on the spec sheet', async ({ ctx }) => {
    const shop = await given(ctx)
    const code = (await keep(shop, { ...build, upper: 'upper-300' })).location?.split('/').at(-1) ?? ''
    const answer = await sheet.loader(visit(shop, { path: `/builds/${code}/sheet.pdf`, params: { code } }))
    const pdf = await PDFDocument.load(await answer.arrayBuffer())
    expect(textOf(pdf)).toContain('10.3 in barrel is for 5.56; the upper is for .300 BLK.')
  })

  test('an empty build, an unknown platform and a bot save nothing', async ({ ctx }) => {
    const shop = await given(ctx)
    for (const form of [{ platform: 'ar15' }, { platform: 'zeppelin' }, { ...build, website: 'x' }])
      expect(await keep(shop, form)).toMatchObject({ status: 303, location: '/build' })
    expect(await shop.db.select().from(savedBuilds)).toEqual([])
  })

  test('is rate limited', async ({ ctx }) => {
    const shop = await given(ctx)
    shop.refusing.add('saveBuild')
    expect(await keep(shop, build)).toMatchObject({ status: 429 })
  })
})

describe('submitting', () => {
  test('a caliber mismatch and missing parts are refused', async ({ ctx }) => {
    const shop = await given(ctx)
    const form = typed(shop, await totalOf(shop), { upper: 'upper-300', stock: '' })
    expect(await send(shop, form)).toMatchObject({
      status: 409,
      value: {
        fieldErrors: {
          form: [
            'Still to choose: Stock or Brace.',
            '10.3 in barrel is for 5.56; the upper is for .300 BLK. Choose 7.5 in barrel, or another upper.',
          ],
        },
        given: { name: 'Jordan Buyer' },
      },
    })
    expect(await shop.db.select().from(buildSubmissions)).toEqual([])
  })

  test('reports each field’s error', async ({ ctx }) => {
    const shop = await given(ctx)
    const sent = await send(shop, typed(shop, 1, { email: 'nobody', name: '' }))
    expect(sent.status).toBe(422)
    const { fieldErrors } = sent.value as { fieldErrors: Record<string, string[]> }
    expect(Object.keys(fieldErrors).toSorted()).toEqual(['email', 'name'])
  })

  test('too fast or by a bot stores nothing', async ({ ctx }) => {
    const shop = await given(ctx)
    const total = await totalOf(shop)
    expect(await send(shop, typed(shop, total, { madeAt: shop.now().toISOString() }))).toMatchObject({
      status: 409,
    })
    expect(await send(shop, typed(shop, total, { website: 'x' }))).toMatchObject({ location: '/build' })
    expect(await shop.db.select().from(buildSubmissions)).toEqual([])
  })

  test('nothing is stored while the builder is closed', async ({ ctx }) => {
    const shop = await given(ctx)
    const form = typed(shop, await totalOf(shop))
    const { location } = await keep(shop, form)
    const code = location?.split('/').at(-1) ?? ''
    shop.closedPages = async () => ({ ...nothingClosed, sections: ['builder'] })
    const visited = visit(shop, { path: `/builds/${code}`, params: { code }, form })
    expect(await answerOf(() => savedBuild.action(visited))).toMatchObject({ status: 409 })
    expect(await shop.db.$count(buildSubmissions)).toBe(0)
  })

  test('the same form twice is one submission', async ({ ctx }) => {
    const shop = await given(ctx)
    const form = typed(shop, await totalOf(shop))
    expect((await send(shop, form)).location).toBe((await send(shop, form)).location)
    expect(await shop.db.select().from(buildSubmissions)).toHaveLength(1)
  })
})

describe('a submitted build', () => {
  async function givenSubmission(ctx: TestContext, more: Record<string, string> = {}) {
    const shop = await given(ctx)
    const { location } = await send(shop, typed(shop, await totalOf(shop), more))
    const submission = location.split('/').at(-1) ?? ''
    const requestOf = (form?: Record<string, string>) => {
      const visited = visit(shop, { path: location, params: { submission }, ...(form && { form }) })
      visited.context.set(sellablesContext, sellables)
      return visited
    }
    return { shop, submission, requestOf }
  }

  test('holds its slot once and redirects to checkout', async ({ ctx }) => {
    const { requestOf } = await givenSubmission(ctx)
    const held = await answerOf(() => submitted.action(requestOf({ key: crypto.randomUUID() })))
    expect(held).toMatchObject({ status: 303, location: expect.stringMatching(/^\/checkout\/\w+$/) })
    const again = await answerOf(() => submitted.action(requestOf({ key: crypto.randomUUID() })))
    expect(again).toMatchObject({
      status: 409,
      value: { refusal: expect.stringContaining('already open in another window') },
    })
    expect((await submitted.loader(requestOf())).slot).toBe('held')
  })

  test('earns the trust pack, so that it is no line of the order, also where the form asks for it', async ({
    ctx,
  }) => {
    const { shop, requestOf } = await givenSubmission(ctx, { trust: 'yes' })
    const { location } = await answerOf(() => submitted.action(requestOf({ key: crypto.randomUUID() })))
    const { rows } = await shop.db.execute(
      `select kind, unit_cents from order_lines where order_id = '${location.split('/').at(-1)}'`,
    )
    expect(rows).toEqual([{ kind: 'build_slot', unit_cents: 10_000 }])
  })

  test('offers the build at the price of its parts', async ({ ctx }) => {
    const { shop, submission } = await givenSubmission(ctx)
    const held = { orderId: '', position: 1, plate: null, variant: null, stage: null, quantity: 1 }
    const line = { ...held, unitCents: 10_000, refundedCents: 0 }
    expect(await buildSlot.offered(shop.db, line, { submission })).toMatchObject({
      variants: [{ priceCents: await totalOf(shop) }],
      includes: expect.stringMatching(/^All parts of build \w+$/),
    })
  })

  test('an unknown one is not found', async ({ ctx }) => {
    const shop = await given(ctx)
    const request = visit(shop, { path: '/build/submitted/0000000000', params: { submission: '0000000000' } })
    expect(await answerOf(() => submitted.loader(request))).toMatchObject({ status: 404 })
  })
})
