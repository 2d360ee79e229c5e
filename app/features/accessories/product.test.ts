import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { givenSite } from '#test/site.ts'
import { listStateRules } from '../compliance/store/state-rules.server.ts'
import { shippingStates } from './rules.ts'
import { findAccessory } from './store.server.ts'
import { accessories } from './tables.ts'

type PageData = { '@type': string; offers?: { price: string; availability: string } }

function dataIn(html: string): PageData[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  return Array.from(scripts, ([, json = '{}']) => JSON.parse(json) as PageData)
}

const wordsOf = (html: string) => html.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'")

test('an accessory has a page with price, stock, facts and shipping', async ({ db, ctx }) => {
  await givenSample(db, ctx.now())
  const { ask } = await givenSite(ctx)
  const html = wordsOf(await (await ask('/accessories/magazine-30')).text())
  for (const text of [
    '30-Round Magazine',
    'In Stock',
    'Reinforced polymer',
    'Rifles and large-format pistols',
    'href="/build?platform=ar15#configurator"',
    'Where it ships',
    'California',
    '<link rel="canonical" href="http://localhost:3000/accessories/magazine-30"/>',
    'property="og:image"',
    'action="/cart/lines"',
  ])
    expect(html).toContain(text)
  expect(dataIn(html).find((each) => each['@type'] === 'Product')).toMatchObject({
    name: '30-Round Magazine',
    offers: { price: '16.99', availability: 'https://schema.org/InStock' },
  })
  expect(wordsOf(await (await ask('/accessories')).text())).toContain('href="/accessories/magazine-30"')

  await db.update(accessories).set({ stock: 0 }).where(eq(accessories.id, 'magazine-30'))
  ctx.setNow(new Date(ctx.now().getTime() + 5_000))
  expect(dataIn(await (await ask('/accessories/magazine-30')).text())).toContainEqual(
    expect.objectContaining({
      offers: expect.objectContaining({ availability: 'https://schema.org/OutOfStock' }),
    }),
  )
  await db.update(accessories).set({ state: 'hidden' }).where(eq(accessories.id, 'magazine-10'))
  for (const gone of ['magazine-10', 'nothing']) expect((await ask(`/accessories/${gone}`)).status).toBe(404)
})

test('the states of a product are those that the rules refuse or review for its parcel', async ({
  db,
  ctx,
}) => {
  await givenSample(db, ctx.now())
  const rules = await listStateRules(db)
  const states = async (id: string) => {
    const found = await findAccessory(db, id, ctx.now())
    if (!found) throw new Error('It is not sold')
    return shippingStates(found, rules, ctx.now())
  }
  const large = await states('magazine-30')
  expect(large.refused).toEqual(expect.arrayContaining(['California', 'New Jersey', 'Vermont']))
  expect(large.refused).not.toContain('Florida')
  expect(large.reviewed).toContain('Oregon')
  expect((await states('magazine-10')).refused).not.toContain('Vermont')
  await db
    .update(accessories)
    .set({ statesBarred: ['TX'] })
    .where(eq(accessories.id, 'magazine-10'))
  expect((await states('magazine-10')).refused).toContain('Texas')
})

test('a shared link shows the thing by its name: each page names a picture that is there', async ({
  db,
  ctx,
}) => {
  await givenSample(db, ctx.now())
  const { ask } = await givenSite(ctx)
  for (const path of ['/accessories/magazine-30', '/accessories/sling']) {
    const html = await (await ask(path)).text()
    const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(address).toMatch(/share.*\.png$/)
    const picture = await ask(new URL(address).pathname)
    expect([path, picture.status, picture.headers.get('Content-Type')]).toEqual([path, 200, 'image/png'])
    expect(html).toContain('property="og:image:width" content="1200"')
  }
  for (const unknown of ['share-part-nothing.png', 'share-platform-vector.png'])
    expect((await ask(`/art/builds/${unknown}`)).status).toBe(404)
})
