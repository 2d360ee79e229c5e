// The pictures of a drop that are computed from its drawing.
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

test.describe.configure({ timeout: 240_000 })

const live = '/drops/guerrilla-vol-1'

test('the number that is picked is cut into the receiver', async ({ verified: page, ownDrop }) => {
  const drop = await ownDrop({ units: 12 })
  await page.goto(`/drops/${drop.slug}`)
  const section = page.getByRole('region', { name: 'Your receiver' })
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByRole('img', { name: /№ 1 of 12/ }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Number 7\b/ }).click()
  const cut = section.locator('.receiver-number').first()
  await cut.scrollIntoViewIfNeeded()
  await expect(section.getByRole('img', { name: /№ 7 of 12/ }).first()).toBeVisible()
  await expect(cut).toHaveAttribute('src', /number-0-7\.webp/)
  // The first look at a run draws its receiver.
  const drawn = () => cut.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(drawn, { timeout: 90_000 }).toBeGreaterThan(0)
  const parts = page.getByRole('figure', { name: 'Taken apart' })
  await expect(parts.getByRole('img', { name: /^Exploded view/ })).toBeAttached()
  await expect(parts.getByRole('listitem')).toHaveCount(7)
  await noSidewaysScroll(page)
})

test('a number waits for the receiver that it is cut into', async ({ verified: page }) => {
  const drawn = Promise.withResolvers<void>()
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="853"/>'
  await page.route(/\/receiver-\d/, async (route) => {
    await drawn.promise
    await route.fulfill({ contentType: 'image/svg+xml', body: picture })
  })
  await page.goto(live)
  const number = page.getByRole('region', { name: 'Your receiver' }).locator('.receiver-number').first()
  await number.evaluate((image) => image.scrollIntoView())
  await expect(number).toBeHidden()
  const frame = page.locator('.receiver-picture').first()
  await expect(frame.getByText('Drawing the receiver')).toBeVisible()
  const empty = await frame.boundingBox()
  drawn.resolve()
  await expect(number).toBeVisible()
  await expect(frame.getByText('Drawing the receiver')).toBeHidden()
  const { width, height } = empty ?? {}
  expect(await frame.boundingBox()).toMatchObject({ width, height })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('another finish is chosen', async ({ verified: page }) => {
    await page.goto(live)
    const section = page.getByRole('region', { name: 'Your receiver' })
    await expect(section.getByText('Finish: Matte green-gray.')).toBeVisible()
    await section.getByRole('radio', { name: 'Night' }).check()
    await expect(section.getByText('Finish: Matte black.')).toBeVisible()
    await expect(section.getByText('Finish: Matte green-gray.')).toBeHidden()
    await expect(section.locator('.receiver-number').last()).toBeVisible()
  })
})

test('a run that sold out is stamped with its day', async ({ verified: page }) => {
  await page.goto('/drops/noir-vol-1')
  const section = page.getByRole('region', { name: 'The receiver' })
  await expect(section.getByText('Sold out').first()).toBeVisible()
  await expect(section.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/).first()).toBeVisible()
})

test('a platform is turned by keys and by drag, and views that are not shown are not loaded', {
  tag: '@phone',
}, async ({ verified: page }) => {
  await page.goto('/platforms/ar9')
  const turn = page.getByRole('slider', { name: 'Turn the AR-9' })
  await expect(turn).toHaveAttribute('aria-valuetext', 'From the side')
  await expect(turn.locator('img')).toHaveCount(1)
  await turn.focus()
  await expect(turn.locator('img')).toHaveCount(9)
  await page.keyboard.press('ArrowRight')
  await expect(turn).toHaveAttribute('aria-valuetext', 'Turned 14 degrees to the right')
  // With Alt it is the browser's own key.
  await page.keyboard.press('Alt+ArrowDown')
  await expect(turn).toHaveAttribute('aria-valuenow', '14')
  await page.keyboard.press('Home')
  await expect(turn).toHaveAttribute('aria-valuenow', '-56')
  // The first look at a platform draws its views.
  await expect(turn.locator('img').first()).toHaveAttribute('data-shown', 'true', { timeout: 90_000 })
  await expect(turn.locator('[data-shown]')).toHaveCount(1)
  await turn.scrollIntoViewIfNeeded()
  const box = await turn.boundingBox()
  if (!box) throw new Error('The rifle is not on the page')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.9, y, { steps: 8 })
  await page.mouse.up()
  await expect(turn).toHaveAttribute('aria-valuenow', '56')
  await noSidewaysScroll(page)
})

test('the drawing of a part fills the plate of its page', async ({ verified: page }) => {
  await page.goto('/parts/billet-lower')
  const drawing = await page.getByRole('img', { name: 'Drawing of Billet lower' }).boundingBox()
  expect(drawing?.height).toBeGreaterThan(300)
})
