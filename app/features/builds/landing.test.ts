import { expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'

test('platforms, packages and conversions open in the builder or lead to a prefilled quote', async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/build')
  expect(buyer.heading).toBe('Drawn first. Then built.')
  await buyer.follow('AR-9', buyer.part('region', 'Choose Your Platform'))
  expect(buyer.path).toBe('/build?platform=ar9#configurator')
  buyer.part('region', 'Configurator')
  const fromLanding = async (link: RegExp, within: string) => {
    await buyer.open('/build')
    await buyer.follow(link, buyer.part('article', within))
  }
  await buyer.open('/build')
  await buyer.follow('AR-15 to .300 BLK', buyer.part('region', 'Factory-Grade Conversions'))
  expect(buyer.field('Message').value).toBe('I would like a quote for: AR-15 to .300 BLK\n\n')
  await fromLanding(/^Request a Quote/, '9mm Swiss-Made PCC')
  expect(buyer.field('Message').value).toBe('I would like a quote for: 9mm Swiss-Made PCC, 6.9 in barrel\n\n')
  await fromLanding(/^Open in the configurator/, '5.56 Clone-Style')
  expect(textOf(buyer.part('region', 'Configurator'))).toContain('9.5 in quad rail')
})

test('the lists for news and for what is coming are joined without script, and ask for a confirmation', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/build')
  reader.fill({ 'Email address for build news': 'news@example.com' })
  reader.wait(5 * second)
  await reader.press('Get notified')
  expect(reader.text).toContain("You'll be notified!")
  await reader.mail('news@example.com', /^Confirm your address: Builds$/)

  await reader.open('/build')
  const [vector] = reader
    .parts('listitem')
    .filter((each) => reader.parts('heading', 'Vector', each).length > 0)
  expect(textOf(vector ?? null)).toContain('$2,599')
  expect(textOf(vector ?? null)).not.toContain('2024')
  await reader.follow(/^Notify Me/, vector)
  expect(reader.path).toBe('/subscriptions?topic=platform%3Avector')
  reader.fill({ Name: 'Robin Example', Email: 'robin@example.com' })
  reader.wait(5 * second)
  await reader.press('Join the Waitlist')
  expect(reader.heading).toBe("You'll be notified!")
  await reader.mail('robin@example.com', /^Confirm your address: Vector$/)
})
