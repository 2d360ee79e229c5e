import { expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

const parts300 = 'platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-7-5&stock=sopmod-stock'

const sheet = (buyer: Visitor) => buyer.part('region', 'Configurator')
const configurator = (buyer: Visitor) => textOf(sheet(buyer))
const total = (buyer: Visitor) => textOf(sheet(buyer).querySelector('output'))

function describedBy(buyer: Visitor, button: HTMLElement): string {
  const id = button.getAttribute('aria-describedby')
  return id ? textOf(buyer.document.getElementById(id)) : ''
}

async function choose(buyer: Visitor, ...parts: RegExp[]) {
  for (const part of parts) buyer.fillOne(part, true)
  await buyer.press('Update the Drawing')
}

async function atBuilder(ctx: TestContext, query: string) {
  const buyer = await visitor(ctx, { sample: true })
  return buyer.open(`/build?${query}`)
}

test('several parts are chosen at once, an accessory is added again and taken out, and the build is saved', async ({
  ctx,
}) => {
  const buyer = await atBuilder(ctx, 'platform=ar9')
  expect(textOf(buyer.part('group', /^1?Lower Receiver/))).toContain('+$229')
  await choose(buyer, /^9 mm lower/, /^Weapon light/)
  expect(buyer.path).toContain('lower=lower-9mm')
  expect(configurator(buyer)).toContain('2 of 8 steps completed')
  await choose(buyer, /^One more Weapon light/)
  expect(configurator(buyer)).toContain('Weapon light × 2')
  for (const label of [/^Weapon light/, /^One more Weapon light/]) {
    const [box] = buyer.parts('checkbox', label) as HTMLInputElement[]
    if (box) box.checked = false
  }
  await buyer.press('Update the Drawing')
  expect(configurator(buyer)).toContain('1 of 8 steps completed')
  await buyer.press('Save Build for Later')
  expect(buyer.path).toMatch(/^\/builds\/[0-9A-Z]{8}$/)
  expect(textOf(buyer.part('table', /^Parts of build/))).toContain('9 mm lower')
})

test('a finish is chosen, leaves the total as it is, and stays with the saved build and its comparison', async ({
  ctx,
}) => {
  const buyer = await atBuilder(ctx, 'platform=ar9&lower=lower-9mm')
  const before = total(buyer)
  expect(before).toMatch(/^\$\d/)
  await choose(buyer, /^Matte green-gray ?Priced in your agreement/)
  expect(buyer.path).toContain('finish=green-gray')
  expect(total(buyer)).toBe(before)
  expect(buyer.text).toContain('Not in the build total: its price comes with your agreement')
  await buyer.press('Save Build for Later')
  buyer.part('row', 'Finish Matte green-gray Priced in your agreement')
  await buyer.follow('Compare with another build')
  buyer.part('row', /^Finish.*Matte green-gray, priced in your agreement$/)
})

test('a suppressor changes the build and what is said of it, and not the price', async ({ ctx }) => {
  const buyer = await atBuilder(ctx, 'platform=ar15&lower=forged-lower&muzzle=birdcage')
  const before = total(buyer)
  const toggle = () => buyer.part('switch', /^Suppressor-optimized/) as HTMLInputElement
  expect(toggle().checked).toBe(false)
  await choose(buyer, /^Suppressor-optimized/)
  expect(toggle().checked).toBe(true)
  expect(configurator(buyer)).toContain('Mount fitted')
  expect(configurator(buyer)).toContain('Birdcage flash hider takes no suppressor mount')
  expect(total(buyer)).toBe(before)
})

test('a muzzle device is taken off again', async ({ ctx }) => {
  const buyer = await atBuilder(ctx, 'platform=ar15&muzzle=birdcage')
  expect(configurator(buyer)).toContain('1 of 8 steps completed')
  await choose(buyer, /^No muzzle device/)
  expect(configurator(buyer)).toContain('0 of 8 steps completed')
})

test('an address opens the same build for anybody, and leaves out parts that are no longer offered', async ({
  ctx,
}) => {
  const buyer = await atBuilder(ctx, 'platform=ar15')
  await choose(buyer, /^Billet lower/, /^LPVO/)
  const drawing = (of: Visitor) => of.part('img', /right side elevation/).getAttribute('aria-label')
  const other = await buyer.another().open(buyer.path)
  expect(drawing(buyer)).toMatch(/^AR-15.*right side elevation/)
  expect(drawing(other)).toBe(drawing(buyer))
  expect(configurator(other)).toBe(configurator(buyer))
  await other.open(buyer.path.replace('billet-lower', 'a-part-of-yesterday'))
  expect(other.text).toContain('One part of this build is no longer offered')
  const list = textOf(other.part('navigation', 'Build steps'))
  expect(list).toContain('LPVO')
  expect(list).not.toContain('Billet lower')
})

test('a package opens with all its parts, as what they make in law', async ({ ctx }) => {
  const buyer = await atBuilder(ctx, 'platform=scorpion&stock=folding-brace')
  expect(buyer.heading).toBe('Scorpion builder')
  expect(configurator(buyer)).toContain('This build is a handgun.')
  await buyer.open('/build')
  await buyer.follow('Open in the configurator')
  expect(configurator(buyer)).toContain('This build is a short-barreled rifle.')
  expect(configurator(buyer)).toContain('9.5 in quad rail')
})

test('an advisory is said and blocks nothing', async ({ ctx }) => {
  const buyer = await atBuilder(ctx, `${parts300}&handguard=quad-rail`)
  expect(configurator(buyer)).toContain('9.5 in quad rail is for barrels of 10.3 in and up')
  await buyer.press('Lock & Submit Build')
  expect(buyer.path).toMatch(/^\/builds\/[0-9A-Z]{8}#submit$/)
  buyer.part('form', 'Lock & Submit Build')
})

test('a build that cannot be built says what is missing, is not submitted, and is once it is complete', async ({
  ctx,
}) => {
  const buyer = await atBuilder(ctx, `${parts300}&muzzle=birdcage`)
  const submit = () => buyer.part('button', 'Lock & Submit Build') as HTMLButtonElement
  expect(submit().disabled).toBe(true)
  expect(describedBy(buyer, submit())).toBe(
    'Still to choose: Handguard / Furniture. Birdcage flash hider is for 5.56; the upper is for .300 BLK. Choose Three-prong, quick detach, or another upper.',
  )

  await buyer.press('Save Build for Later')
  expect(buyer.text).toContain('Still to choose: Handguard / Furniture.')
  expect(buyer.parts('form', 'Lock & Submit Build')).toEqual([])

  await buyer.follow('Open in the configurator')
  await choose(buyer, /^9.5 in quad rail/, /^Three-prong/)
  expect(submit().disabled).toBe(false)
  expect(describedBy(buyer, submit())).toBe('')
})

test('among the parts of a step each that contradicts the build says so, and what to choose instead', async ({
  ctx,
}) => {
  const buyer = await atBuilder(ctx, 'platform=ar15&upper=upper-300')
  const barrels = buyer.part('group', /Barrel Length/)
  expect(buyer.parts('radio', undefined, barrels)).toHaveLength(3)
  const label = (part: RegExp) => textOf(buyer.part('radio', part, barrels).closest('label'))
  expect(label(/^14.5 in barrel/)).toContain(
    'With this part: 14.5 in barrel is for 5.56; the upper is for .300 BLK. Choose 7.5 in barrel, or another upper.',
  )
  expect(label(/^7.5 in barrel/)).not.toContain('With this part')
})

test('saved builds are compared, and each is taken out again', async ({ ctx }) => {
  const common = 'platform=ar15&lower=billet-lower&upper=upper-556&stock=skeleton-stock'
  const buyer = await atBuilder(ctx, `${common}&barrel=barrel-14-5`)
  await buyer.press('Save Build for Later')
  const first = buyer.path.slice(-8)
  await buyer.open(`/build?${common}&barrel=barrel-7-5`)
  await buyer.press('Save Build for Later')
  await buyer.follow('Compare with another build')
  const field = 'Links or codes of saved builds'
  buyer.fill({ [field]: `${buyer.field(field).value} http://shop.example/builds/${first}` })
  await buyer.press('Compare')
  const columns = () => buyer.parts('columnheader').length - 1
  expect(columns()).toBe(2)
  buyer.part('row', /Barrel length.*7.5 in.*14.5 in/)
  const [remove] = buyer.parts('link', /^Remove/)
  await buyer.open(remove?.getAttribute('href') ?? '')
  expect(columns()).toBe(1)

  buyer.fill({ [field]: 'NOSUCH23' })
  await buyer.press('Compare')
  expect(buyer.field(field).words).toContain('We couldn’t find NOSUCH23.')
})

test('the specifications of a part are unfolded beside it', async ({ ctx }) => {
  const buyer = await atBuilder(ctx, 'platform=ar15')
  const details = buyer.parts('group').find((group) => textOf(group).startsWith('Details (Billet lower)'))
  expect(details?.querySelectorAll('li').length).toBeGreaterThan(1)
})
