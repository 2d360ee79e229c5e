// The pictures that are computed from a drawing.
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownDrop } from './buyer-steps.ts'

test('the number that is picked is cut into the receiver, its line is lit, and nothing moves when the light comes', async ({
  verified: page,
}) => {
  await page.goto(`/drops/${await ownDrop(50)}`)
  const metal = page.locator('.stage-metal')
  const picture = metal.locator('.stage-view img').first()
  // Nobody waits for the first look at a run: it is an outline.
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const before = await metal.boundingBox()
  const shown = () =>
    metal
      .locator('.cut > :last-child .cut-slot')
      .evaluateAll((slots) =>
        slots.map((slot) => [...slot.children].findIndex((each) => getComputedStyle(each).opacity === '1')),
      )
  expect(await shown()).toEqual([1, -1])
  await page.getByRole('radio', { name: /^Number 27\b/ }).check()
  await expect.poll(shown).toEqual([2, 7])
  expect(await metal.boundingBox()).toMatchObject({ width: before?.width, height: before?.height })
  await noSidewaysScroll(page)
})

test('a part fills its plate', async ({ verified: page }) => {
  await page.goto('/parts/billet-lower')
  const drawing = await page.getByRole('img', { name: 'Drawing of Billet lower' }).boundingBox()
  expect(drawing?.height).toBeGreaterThan(300)
})
