import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { givenSite } from '#test/site.ts'

type Thing = { '@type'?: string; '@graph'?: Thing[]; [name: string]: unknown }

const ofOffer = ['price', 'priceCurrency', 'availability', 'url', 'itemCondition']
const ofEvent = [
  'name',
  'description',
  'image',
  'startDate',
  'endDate',
  'eventStatus',
  'location',
  'organizer',
  'offers',
]

test('drops, goods, the trust pack and classes are described as search engines read them', async ({
  ctx,
}) => {
  await givenSample(ctx.db, ctx.now())
  const { ask } = await givenSite(ctx)
  const thingsOf = async (path: string) => {
    const html = await (await ask(path)).text()
    const texts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
    return [...texts].flatMap(([, json = '']) => {
      const thing = JSON.parse(json) as Thing
      return thing['@graph'] ?? [thing]
    })
  }
  const ofType = async (path: string, type: string) =>
    (await thingsOf(path)).filter((thing) => thing['@type'] === type)

  for (const path of ['/drops/guerrilla-vol-1', '/trust', '/accessories/magazine-30']) {
    const [product] = await ofType(path, 'Product')
    expect(product, path).toMatchObject({
      name: expect.stringMatching(/./),
      image: expect.stringMatching(/^http/),
    })
    for (const field of ofOffer) expect(product?.offers, `${path} ${field}`).toHaveProperty(field)
  }
  const [drop] = await ofType('/drops/guerrilla-vol-1', 'Product')
  expect(drop?.offers).toMatchObject({
    availability: 'https://schema.org/LimitedAvailability',
    shippingDetails: { doesNotShip: true },
  })
  const [magazine] = await ofType('/accessories/magazine-30', 'Product')
  expect(magazine?.offers).toMatchObject({
    shippingDetails: { shippingRate: { value: '9.95', currency: 'USD' } },
    hasMerchantReturnPolicy: {
      applicableCountry: 'US',
      merchantReturnLink: expect.stringMatching(/\/refunds$/),
    },
  })
  const [vault] = await ofType('/drops/vault', 'ItemList')
  expect(vault?.itemListElement).toHaveLength(6)
  const classes = await ofType('/ccw-training', 'Course')
  const events = classes.flatMap(({ hasCourseInstance }) => hasCourseInstance as Thing[])
  expect(events.length).toBeGreaterThan(0)
  for (const event of events) {
    expect(event['@type']).toEqual(['CourseInstance', 'EducationEvent'])
    for (const field of ofEvent) expect(event).toHaveProperty(field)
    expect(event.startDate).toMatch(/T\d\d:\d\d:00-0[45]:00$/)
  }
})
