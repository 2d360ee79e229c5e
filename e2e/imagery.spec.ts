// The pictures that are computed from a drawing, and turned.
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownDrop } from './buyer-steps.ts'

test.describe.configure({ timeout: 240_000 })

test('the number that is picked is cut into the receiver, and waits for its picture', async ({
  verified: page,
}) => {
  const drawn = Promise.withResolvers<void>()
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="853"/>'
  await page.route(/\/receiver-\d/, async (route) => {
    await drawn.promise
    await route.fulfill({ contentType: 'image/svg+xml', body: picture })
  })
  await page.goto(`/drops/${await ownDrop(50)}`)
  const section = page.getByRole('region', { name: 'Your receiver' })
  const number = section.locator('.receiver-number').first()
  const frame = section.locator('.receiver-picture').first()
  await number.evaluate((image) => image.scrollIntoView())
  await expect(number).toBeHidden()
  await expect(frame.getByText('Drawing the receiver')).toBeVisible()
  const empty = await frame.boundingBox()
  drawn.resolve()
  await expect(number).toBeVisible()
  await expect(frame.getByText('Drawing the receiver')).toBeHidden()
  const { width, height } = empty ?? {}
  expect(await frame.boundingBox()).toMatchObject({ width, height })
  await expect(section.getByRole('img', { name: /№ 1 of 50/ }).first()).toBeVisible()

  await page.getByRole('radio', { name: /^Number 7\b/ }).check()
  await number.scrollIntoViewIfNeeded()
  await expect(section.getByRole('img', { name: /№ 7 of 50/ }).first()).toBeVisible()
  await expect(number).toHaveAttribute('src', /number-0-7\.webp/)
  // The first look at a run draws its receiver.
  await expect
    .poll(() => number.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 90_000 })
    .toBeGreaterThan(0)
  await noSidewaysScroll(page)
})

test('a part fills its plate', async ({ verified: page }) => {
  await page.goto('/parts/billet-lower')
  const drawing = await page.getByRole('img', { name: 'Drawing of Billet lower' }).boundingBox()
  expect(drawing?.height).toBeGreaterThan(300)
})
