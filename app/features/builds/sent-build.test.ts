import { expect } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'
import { buildSubmissions } from './tables.ts'

const query =
  'platform=ar15&lower=forged-lower&upper=upper-556&barrel=barrel-10-3&stock=sopmod-stock&handguard=quad-rail'

const form = (buyer: Visitor) => buyer.part('form', 'Lock & Submit Build')

async function fillIn(buyer: Visitor, state: string, build = query) {
  await buyer.open(`/build?${build}`)
  await buyer.press('Lock & Submit Build')
  buyer.fill({ 'Full name': 'Jordan Buyer', Email: 'buyer@example.com', 'State you live in': state })
  buyer.wait(minute)
}

const opened = (ctx: TestContext) => visitor(ctx, { sample: true })

test('the same build is saved under the same link, which is compared, printed and opened again', async ({
  ctx,
}) => {
  const buyer = await opened(ctx)
  const save = async (build: string) => {
    await buyer.open(`/build?${build}`)
    await buyer.press('Save Build for Later')
    return buyer.path.slice(-8)
  }
  const first = await save(query)
  expect(await save(query)).toBe(first)
  const second = await save(query.replace('10-3', '14-5'))
  expect(second).not.toBe(first)

  await buyer.open(`/builds/${first}`)
  buyer.part('img', /barrel 10.3 in/)
  buyer.part('row', /Build total \$2,944/)

  await buyer.open(`/builds/compare?builds=${first},${second}`)
  buyer.part('row', /Barrel length.*10.3 in.*14.5 in/)

  await buyer.open(`/builds/${first.toLowerCase()}`)
  await buyer.follow('Build sheet (PDF)')
  expect(buyer.html).toMatch(/^%PDF/)
  await buyer.open(`/art/builds/${first}/share.png`)
  expect(buyer.html).toMatch(/^.PNG/)
  await buyer.open(`/builds/${first}`)
  await buyer.follow('Open in the configurator')
  expect(buyer.path).toBe(`/build?${query}#configurator`)
  await buyer.open('/builds')
  expect(buyer.status).toBe(200)
})

test('a build at a price that we do not ask, or for a state that prohibits it, is refused, and what was typed stays', async ({
  ctx,
}) => {
  const buyer = await opened(ctx)
  await fillIn(buyer, 'FL')
  buyer.document.querySelector('[name=shownCents]')?.setAttribute('value', '100')
  await buyer.press('Submit Build', form(buyer))
  expect(buyer.status).toBe(409)
  expect(buyer.alerts.join()).toContain('The price has changed, so nothing was submitted')
  expect(buyer.field('Full name').value).toBe('Jordan Buyer')
  expect(buyer.document.querySelector('[name=shownCents]')?.getAttribute('value')).toBe('294400')

  await fillIn(buyer, 'CA')
  await buyer.press('Submit Build', form(buyer))
  expect(buyer.status).toBe(409)
  expect(buyer.alerts.join()).toContain('California')
  expect(buyer.field('State you live in')).toMatchObject({
    isInvalid: true,
    words: expect.stringContaining('California'),
  })
  expect(await ctx.db.$count(buildSubmissions)).toBe(0)
})

test('a build is submitted from its saved link at our price, and its slot reserved', async ({ ctx }) => {
  const buyer = await opened(ctx)
  const parts = query.replace('sopmod-stock', 'skeleton-stock').replace('10-3', '14-5')
  await buyer.open(`/build?${parts}`)
  await buyer.press('Save Build for Later')
  await fillIn(buyer, 'FL', parts)
  expect(textOf(form(buyer))).toContain('Reserving its slot includes a free trust pack, which comes once')
  await buyer.press('Submit Build', form(buyer))
  expect(buyer.heading).toBe('We’ve got your build')
  // Whoever has the address can open the page.
  expect(buyer.html.includes('Jordan')).toBe(false)
  expect(buyer.text).toContain('Total$2,944')
  const submitted = buyer.path
  expect((await buyer.mail('buyer@example.com', /build/i)).text).toContain('Total: $2,944')

  await buyer.press('Reserve a Slot, $100')
  expect(buyer.path).toMatch(/^\/checkout\//)
  const main = textOf(buyer.part('main'))
  for (const words of [
    'Build slot',
    '$100',
    'A trust pack comes free with your build, once your transfer form is filed.',
  ])
    expect(main).toContain(words)
  buyer.fill({
    'Full name': 'Jordan Buyer',
    Email: 'buyer@example.com',
    'State you live in': 'Florida',
    'Home ZIP code': '33139',
  })
  buyer.fillOne(/I am 21 or older/, true)
  buyer.fillOne(/^Test card: approved(?!,)/, true)
  await buyer.press('Pay the $100 deposit')
  expect(buyer.path).toMatch(/^\/orders\//)
  await buyer.open(submitted)
  expect(buyer.text).toContain('Your slot is reserved.')
})
